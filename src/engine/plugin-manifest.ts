/** Reads a plugin's manifest, `.claude-plugin/plugin.json`: its name, and where its skills and commands are. */
import { decodeText } from "./decode-text.ts";
import { type JsonNode, parseJson } from "./parse-json.ts";
import { createReport, type Report } from "./report.ts";
import { isLegalName } from "./skill-name.ts";
import type { Diagnostic } from "./types.ts";

/** A path that the manifest names, as written; it begins with `./` and has no `..`. */
export interface ManifestPath {
  readonly path: string;
  /** Where it stands in the manifest, for the report. */
  readonly offset: number;
}

export interface PluginManifest {
  /** Absent: the plugin goes by its directory. */
  readonly name?: string;
  /** `defaultEnabled`; false leaves the plugin off until a setting switches it on. */
  readonly defaultEnabled: boolean;
  /** Directories of skills besides `skills/`. */
  readonly skills: readonly ManifestPath[];
  /** Directories and files of legacy commands, instead of `commands/`. Absent: the manifest says nothing of them. */
  readonly commands?: readonly ManifestPath[];
}

export type ParsedManifest =
  /** The report takes further findings, such as paths that lead nowhere. */
  | { readonly kind: "manifest"; readonly manifest: PluginManifest; readonly report: Report }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

const EXAMPLE = 'Write it as {"name": "my-plugin"}.';

/**
 * Parses a manifest. Text that is no JSON object is refused; a field of a wrong shape costs that field alone. Fields that
 * concern other parts of a plugin are left alone. Never throws.
 */
export function parsePluginManifest(bytes: Uint8Array, path: string): ParsedManifest {
  const decoded = decodeText(bytes);
  if (decoded.kind === "not-utf8") {
    const message = `The manifest is ${decoded.encoding}; only UTF-8 is read.`;
    const hint = "Save the file as UTF-8.";
    return { kind: "refused", diagnostics: [{ code: "plugin-manifest", severity: "error", path, message, hint }] };
  }
  const { text } = decoded;
  const report = createReport({ path, text, block: text, blockLine: 1 });
  const parsed = parseJson(text);
  if (parsed.kind === "invalid") {
    const { offset, message } = parsed;
    const hint = "Mend the JSON; until then the plugin is not loaded.";
    report.add({ code: "plugin-manifest", severity: "error", message, hint, offset, frame: true });
    return { kind: "refused", diagnostics: report.diagnostics };
  }
  if (parsed.node.kind !== "object") {
    const message = "A plugin's manifest holds one JSON object.";
    const { offset } = parsed.node;
    report.add({ code: "plugin-manifest", severity: "error", message, hint: EXAMPLE, offset });
    return { kind: "refused", diagnostics: report.diagnostics };
  }
  const fields = new Map(parsed.node.members.map(({ key, value }) => [key, value]));
  const name = readName(fields.get("name"), report);
  const commands = fields.get("commands");
  const manifest: PluginManifest = {
    ...(name !== undefined && { name }),
    defaultEnabled: readDefaultEnabled(fields.get("defaultEnabled"), report),
    skills: readPaths("skills", fields.get("skills"), report),
    ...(commands !== undefined && { commands: readPaths("commands", commands, report) }),
  };
  return { kind: "manifest", manifest, report };
}

function readName(node: JsonNode | undefined, report: Report): string | undefined {
  if (node?.kind === "string" && isLegalName(node.value)) return node.value;
  const message =
    node === undefined
      ? "The manifest has no `name`; the plugin goes by the name of its directory."
      : "`name` is not a name of letters, digits, `-`, `_` and `.`; the plugin goes by the name of its directory.";
  const place = node === undefined ? {} : { offset: node.offset, frame: true };
  report.add({ code: "plugin-name", severity: "warning", message, hint: EXAMPLE, ...place });
  return undefined;
}

function readDefaultEnabled(node: JsonNode | undefined, report: Report): boolean {
  if (node === undefined) return true;
  if (node.kind === "boolean") return node.value;
  const message = "`defaultEnabled` is true or false; it counts as true.";
  const hint = "Write it without quotes.";
  report.add({ code: "plugin-field", severity: "warning", message, hint, offset: node.offset, frame: true });
  return true;
}

function readPaths(field: string, node: JsonNode | undefined, report: Report): ManifestPath[] {
  if (node === undefined) return [];
  const items = node.kind === "array" ? node.items : [node];
  return items.flatMap((item) => {
    const fault = item.kind === "string" ? faultOf(item.value) : `An entry of \`${field}\` is a path in quotes.`;
    if (item.kind === "string" && fault === undefined) return { path: item.value, offset: item.offset };
    const hint = `Write it as "${field}": ["./path/in/the/plugin"].`;
    const code = fault === OUTSIDE ? "plugin-path-outside" : "plugin-field";
    report.add({ code, severity: "error", message: fault ?? "", hint, offset: item.offset, frame: true });
    return [];
  });
}

const OUTSIDE = "The path leads out of the plugin.";

/** What is wrong with a path, if anything. Whether it exists and where its links lead is for the caller to find out. */
function faultOf(path: string): string | undefined {
  if (path === "." || path === "./") return undefined;
  if (path.split(/[/\\]/).includes("..") || /^(?:[/\\~]|[A-Za-z]:)/.test(path)) return OUTSIDE;
  return path.startsWith("./") ? undefined : "A path in a manifest begins with `./`.";
}
