/** Reads a plain request as the tool calls that it asks for. */

export interface DemoCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Rule = readonly [RegExp, (groups: Readonly<Record<string, string>>) => DemoCall | readonly DemoCall[]];

/** The first rule that matches the whole request counts. Groups arrive without quotes around them. */
const RULES: readonly Rule[] = [
  [
    /^(?:use|run|call|invoke|try|start)\s+(?:the\s+)?skill\s+(?<skill>"[^"]+"|`[^`]+`|\S+?)(?:[,:]?\s+(?:(?:for|with|on)\s+)?(?<args>[\s\S]+))?$/i,
    ({ skill = "", args = "" }) => skillCall(skill, args),
  ],
  [
    /^(?:use|run|call|invoke|try|start)\s+(?:the\s+)?(?<skill>"[^"]+"|`[^`]+`|\S+)\s+skill(?:\s+(?:for|with|on)\s+(?<args>[\s\S]+))?$/i,
    ({ skill = "", args = "" }) => skillCall(skill, args),
  ],
  [/^\/(?<skill>[\w:./-]+)(?:\s+(?<args>[\s\S]+))?$/, ({ skill = "", args = "" }) => skillCall(skill, args)],
  [
    /^(?:list|show|find)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?files(?:\s+(?:matching|named|like)\s+(?<pattern>\S+))?(?:\s+(?:in|under|of)\s+(?<path>\S+))?$/i,
    ({ pattern, path }) => ({ tool: "Glob", input: { pattern: pattern ?? "**/*", ...(path && { path }) } }),
  ],
  [/^(?:list|find|ls|glob)\s+(?<pattern>\S*[*?[{]\S*)$/i, ({ pattern }) => ({ tool: "Glob", input: { pattern } })],
  [
    /^(?:ls|list)(?:\s+(?<path>[\w.~/-]*[./][\w.~/-]*))?$/i,
    ({ path }) => ({ tool: "Glob", input: { pattern: "*", ...(path && { path }) } }),
  ],
  [
    /^(?:search|grep|look)\s+(?:for\s+)?(?<text>"[^"]+"|`[^`]+`|.+?)(?:\s+(?:in|under)\s+(?<path>\S+))?$/i,
    ({ text = "", path }) => ({ tool: "Grep", input: { pattern: escapeRegex(text), ...(path && { path }) } }),
  ],
  [
    /^(?:show\s+(?:me\s+)?)?(?:the\s+)?(?:git\s+)?diff(?:\s+(?<range>\S+))?$/i,
    ({ range }) => ({ tool: "GitDiff", input: range ? { range } : {} }),
  ],
  [/^what\s+(?:has\s+)?changed$/i, () => ({ tool: "GitDiff", input: {} })],
  [
    /^(?:read|show|open|cat|view)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(?<path>"[^"]+"|`[^`]+`|\S+)$/i,
    ({ path }) => ({ tool: "Read", input: { file_path: path } }),
  ],
  [
    /^(?:write|put|save)\s+(?<text>"[^"]*"|`[^`]*`|[\s\S]+?)\s+(?:to|into|in)\s+(?:the\s+)?(?:file\s+)?(?<path>"[^"]+"|`[^`]+`|\S+)$/i,
    ({ text, path }) => ({ tool: "Write", input: { file_path: path, content: `${text}\n` } }),
  ],
  [
    /^(?:create|make)\s+(?:a\s+|the\s+)?(?:file\s+)?(?<path>"[^"]+"|`[^`]+`|\S+)(?:\s+(?:with|containing)\s+(?<text>[\s\S]+))?$/i,
    ({ text = "", path }) => ({ tool: "Write", input: { file_path: path, content: `${text}\n` } }),
  ],
  [
    /^(?:replace|change)\s+(?<old>"[^"]+"|`[^`]+`|.+?)\s+(?:with|by|to)\s+(?<new>"[^"]*"|`[^`]*`|.+?)\s+in\s+(?<path>"[^"]+"|`[^`]+`|\S+)$/i,
    // A file has to be read before it may be changed.
    (groups) => [
      { tool: "Read", input: { file_path: groups.path } },
      { tool: "Edit", input: { file_path: groups.path, old_string: groups.old, new_string: groups.new } },
    ],
  ],
  [/^(?:run|execute)\s+(?:the\s+)?tests$/i, () => ({ tool: "Bash", input: { command: "npm test" } })],
  [
    /^(?:run|execute)\s+(?:the\s+command\s+)?(?<command>`[^`]+`|[\s\S]+)$/i,
    ({ command }) => ({ tool: "Bash", input: { command } }),
  ],
];

/** The calls in order; undefined when any part of the request is not understood, so that no half of it is carried out. */
export function parseDemoRequest(text: string): readonly DemoCall[] | undefined {
  const parts = text.split(/\s*(?:[,;.]\s*|\s)(?:and\s+)?then\s+/i).filter((part) => part.trim() !== "");
  const calls = parts.map((part) => parsePart(part));
  return calls.length === 0 || calls.includes(undefined) ? undefined : calls.flatMap((each) => each ?? []);
}

function parsePart(part: string): readonly DemoCall[] | undefined {
  const request = part
    .trim()
    .replace(/^(?:please\s+|(?:can|could|would)\s+you\s+(?:please\s+)?|now\s+)+/i, "")
    .replace(/(?:,?\s+please)?(?<=\S)[.!?]*$/i, "");
  for (const [pattern, toCalls] of RULES) {
    const match = pattern.exec(request);
    if (match === null) continue;
    const groups = Object.entries(match.groups ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, unquote(value)] as const],
    );
    const calls = toCalls(Object.fromEntries(groups));
    return Array.isArray(calls) ? calls : [calls as DemoCall];
  }
  return undefined;
}

function skillCall(skill: string, args: string): DemoCall {
  return { tool: "Skill", input: { skill: skill.replace(/^\//, ""), ...(args !== "" && { args }) } };
}

function unquote(text: string): string {
  return /^(["`'])[\s\S]*\1$/.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
