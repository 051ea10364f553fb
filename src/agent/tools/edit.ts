/** The Edit tool: replaces exact text in a file that was read before. */
import { z } from "zod";
import { toolAliases } from "../../engine/index.ts";
import type { Tool } from "../tool.ts";
import { absolutePath, displayPath, realPathOf } from "../workspace-paths.ts";
import { checkUnchanged } from "./check-unchanged.ts";
import { explainMissingText } from "./explain-missing-text.ts";
import { formatNumberedLine } from "./read.ts";
import { replaceFile } from "./replace-file.ts";
import { replaceText } from "./replace-text.ts";
import { withFile } from "./text-file.ts";
import { failure, fileFailure, success } from "./tool-result.ts";

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const CONTEXT_LINES = 3;
const MAX_LISTED_LINES = 20;
const MAX_SNIPPET_LINES = 30;

const DESCRIPTION = `Replaces text in a file.

- The file must have been read in this session and be unchanged since.
- old_string is compared exactly, white space and indentation included. Leave out the line numbers that Read shows.
- old_string must occur exactly once; add lines around it until it does, or set replace_all to replace every occurrence.
- Line breaks (LF or CRLF) and a byte order mark of the file are kept.
- To create a file use Write.`;

const input = z.strictObject({
  file_path: z.string().min(1).describe("The file to change"),
  old_string: z.string().describe("The text to replace"),
  new_string: z.string().describe("The text to put in its place"),
  replace_all: z.boolean().optional().describe("Replace every occurrence (default false)"),
});

export const editTool: Tool<z.infer<typeof input>> = {
  name: "Edit",
  aliases: toolAliases("Edit"),
  description: DESCRIPTION,
  input,
  access: ({ file_path }, { cwd }) => ({ kind: "write", paths: [absolutePath(cwd, file_path)] }),
  async execute({ file_path, old_string, new_string, replace_all = false }, context) {
    const path = absolutePath(context.cwd, file_path);
    const shown = displayPath(context.cwd, path);
    if (old_string === "")
      return failure("old_string is empty. To create a file use Write; to insert, replace a line near the place.");
    if (old_string === new_string) return failure("old_string and new_string are the same; nothing would change.");
    try {
      const realPath = await realPathOf(path);
      const freshness = await checkUnchanged(realPath, context.filesRead);
      if (freshness.kind === "stale") return failure(`Not edited: ${shown} ${freshness.problem}`);
      const loaded = await loadText(realPath);
      if (loaded.kind === "refused") return failure(`Not edited: ${shown} ${loaded.problem}`);
      const result = replaceText(loaded.text, old_string, new_string, replace_all);
      switch (result.kind) {
        case "not-found":
          return failure(`old_string is not in ${shown}. ${explainMissingText(loaded.text, old_string)}`);
        case "ambiguous":
          return failure(
            `old_string occurs ${result.lines.length} times in ${shown}, at lines ${listLines(result.lines)}. ` +
              "Add surrounding lines to make it unique, or set replace_all.",
          );
        case "replaced": {
          context.signal.throwIfAborted();
          const mtimeMs = await replaceFile(realPath, loaded.bom + result.text);
          context.filesRead.set(realPath, { mtimeMs });
          return success(formatEdit(shown, result, new_string), [{ path, kind: "edit" }]);
        }
        default:
          return result satisfies never;
      }
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      return fileFailure(error, path, context.cwd);
    }
  },
};

type LoadedText =
  | { readonly kind: "text"; readonly text: string; readonly bom: string }
  | { readonly kind: "refused"; readonly problem: string };

/** Refuses what could not be written back byte for byte outside the replaced part. */
async function loadText(path: string): Promise<LoadedText> {
  return withFile(path, async (file, kind) => {
    if (kind.kind === "directory") return { kind: "refused", problem: "is a directory." };
    if (kind.kind === "unreadable") return { kind: "refused", problem: `is ${kind.what}.` };
    if (kind.size > MAX_FILE_BYTES) {
      return {
        kind: "refused",
        problem: `has ${kind.size} bytes; files over ${MAX_FILE_BYTES} are changed with Bash.`,
      };
    }
    const bytes = await file.readFile();
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return { kind: "text", text, bom: kind.hasBom ? "\ufeff" : "" };
    } catch {
      return { kind: "refused", problem: "is not valid UTF-8; editing it as text would damage it. Use Bash." };
    }
  });
}

function formatEdit(shown: string, result: { text: string; lines: readonly number[] }, newString: string): string {
  const [first = 1] = result.lines;
  if (result.lines.length > 1) return `Edited ${shown}: replaced ${result.lines.length} occurrences.`;
  const lines = result.text.split(/\r?\n/);
  const from = Math.max(1, first - CONTEXT_LINES);
  const to = first + newString.split("\n").length - 1 + CONTEXT_LINES;
  const snippet = lines.slice(from - 1, Math.min(to, from + MAX_SNIPPET_LINES - 1));
  const numbered = snippet.map((line, index) => formatNumberedLine(from + index, line.slice(0, 500)));
  return `Edited ${shown} at line ${first}. It now reads:\n${numbered.join("\n")}`;
}

function listLines(lines: readonly number[]): string {
  const listed = lines.slice(0, MAX_LISTED_LINES).join(", ");
  return lines.length > MAX_LISTED_LINES ? `${listed} and ${lines.length - MAX_LISTED_LINES} more` : listed;
}
