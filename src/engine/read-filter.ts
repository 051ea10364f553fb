/** Hides files that rules keep from being read, for tools that meet files on their way through a directory. */
import { decidePaths } from "./decide-paths.ts";
import { parsePolicy } from "./finding.ts";
import type { ToolPolicy } from "./tool-policy.ts";

/**
 * Says of an absolute path in a directory that may be read whether the file itself may be shown. A file that a rule asks
 * about is not: nobody is asked in the middle of a search. Undefined when no rule hides anything.
 */
export function createReadFilter(policy: ToolPolicy): ((path: string) => boolean) | undefined {
  const parsed = parsePolicy(policy);
  const restricts = [...parsed.deny.rules, ...parsed.ask.rules].some((rule) => rule.specifier !== undefined);
  if (!restricts) return undefined;
  return (path) => {
    const finding = decidePaths({ tool: "Read", kind: "read", paths: [{ given: path, real: path }] }, parsed);
    return finding.kind === "allow" || finding.by === undefined;
  };
}
