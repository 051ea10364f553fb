/** Finds out what touching a file would bring, and explains it. Reads files; changes no session. */
import { type ActivationContext, discoverRoots, locateFile } from "./activate-files.ts";
import { compileActivation } from "./activation.ts";
import { nestedSkills } from "./catalog.ts";
import { type Explanation, explainPath } from "./explain.ts";
import { buildRegistry } from "./registry.ts";
import type { EngineSettings } from "./settings.ts";

/** Explains a path, absolute or relative to the working directory. Never rejects for a path. */
export async function explainFile(
  path: string,
  context: Omit<ActivationContext, "view"> & { readonly settings: EngineSettings },
): Promise<Explanation> {
  const { catalog, settings } = context;
  const file = await locateFile(path, context);
  const { added: nestedRoots, gitIgnored } = await discoverRoots([file], catalog.current().roots, context);
  const snapshot = catalog.current();
  const nested = nestedSkills(snapshot, nestedRoots);
  const registry = buildRegistry([...snapshot.loaded.skills, ...nested], settings);
  return explainPath(path, {
    registry,
    settings,
    activation: compileActivation(registry.skills),
    relativePaths: file.relative,
    nestedRoots,
    gitIgnoredRoots: gitIgnored,
    nested: new Set(nested.map((skill) => skill.path)),
    diagnostics: nestedRoots.flatMap((root) => snapshot.nested.get(root)?.diagnostics ?? []),
  });
}
