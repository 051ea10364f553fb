/** Registers the hooks that plugins bring in `hooks/hooks.json`. */
import { join } from "node:path";
import type { Diagnostic, FileSystem, HookMatcher, LoadedPlugin } from "../../engine/index.ts";
import { parseSettings } from "../parse-settings.ts";
import { errorCode } from "../workspace-paths.ts";
import type { AgentHooks } from "./agent-hooks.ts";

const MAX_BYTES = 1024 * 1024;

/**
 * Reads the file of each plugin that is on, whose hooks then count like those of the person's settings: the person installed
 * the plugin. Resolves to what is wrong with the files. Never rejects for what is on the disk.
 */
export async function openPluginHooks(
  plugins: readonly LoadedPlugin[],
  { hooks, fileSystem }: { readonly hooks: Pick<AgentHooks, "addPlugin">; readonly fileSystem: FileSystem },
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  for (const { name: plugin, root, data } of plugins) {
    const path = join(root, "hooks", "hooks.json");
    const text = await readText(path, fileSystem);
    if (text === undefined) continue;
    if (typeof text === "object") {
      diagnostics.push(text);
      continue;
    }
    const origin = { kind: "plugin", name: plugin, path, pluginRoot: root, ...(data && { pluginData: data }) } as const;
    // Written like the `hooks` of settings; nothing else of settings counts here.
    const { entries, diagnostics: problems } = parseSettings(text, { level: "user", path });
    diagnostics.push(...problems.filter(({ code }) => code !== "settings-unknown-key"));
    for (const { key, name, value } of entries) {
      if (key !== "hooks" || name === undefined) continue;
      diagnostics.push(...(await hooks.addPlugin({ [name]: [value as HookMatcher] }, origin)));
    }
  }
  return diagnostics;
}

/** Undefined when there is no such file. */
async function readText(path: string, fileSystem: FileSystem): Promise<string | Diagnostic | undefined> {
  try {
    const bytes = await fileSystem.readFile(path, { maxBytes: MAX_BYTES });
    if (bytes.length <= MAX_BYTES) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return unreadable(path, "it is larger than 1 MiB");
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : unreadable(path, `it cannot be read (${code})`);
  }
}

function unreadable(path: string, why: string): Diagnostic {
  return {
    code: "plugin-hooks",
    severity: "error",
    path,
    message: `No hook of this plugin is registered: ${why}.`,
    hint: "Mend the file, or switch the plugin off in enabledPlugins.",
  };
}
