/** The Read tool: a window of a text file with line numbers. */
import { z } from "zod";
import { toolAliases } from "../../engine/index.ts";
import type { Tool } from "../tool.ts";
import { absolutePath, displayPath, realPathOf } from "../workspace-paths.ts";
import { type LineWindow, readLines } from "./read-lines.ts";
import { withFile } from "./text-file.ts";
import { failure, fileFailure, success } from "./tool-result.ts";

const MAX_LINES = 2000;
const MAX_BYTES = 100_000;
const MAX_LINE_CHARS = 2000;

const DESCRIPTION = `Reads a text file.

- file_path may be absolute or relative to the working directory. "~" is not expanded.
- The result has one line of the file a line, each with its line number and a tab in front; these are not part of the file.
- At most ${MAX_LINES} lines come back at once. For a longer file the result says with which offset to go on.
- A file must be read before it can be edited or overwritten.
- Directories, images and other binary files cannot be read; use Glob to list files.
- Several files can be read in one step by several calls.`;

const input = z.strictObject({
  file_path: z.string().min(1).describe("The file to read"),
  offset: z.int().min(1).optional().describe("Number of the first line to read, starting at 1"),
  limit: z.int().min(1).optional().describe("How many lines to read"),
});

export const readTool: Tool<z.infer<typeof input>> = {
  name: "Read",
  aliases: toolAliases("Read"),
  description: DESCRIPTION,
  input,
  access: ({ file_path }, { cwd }) => ({ kind: "read", paths: [absolutePath(cwd, file_path)] }),
  async execute({ file_path, offset = 1, limit = MAX_LINES }, context) {
    const path = absolutePath(context.cwd, file_path);
    const shown = displayPath(context.cwd, path);
    try {
      return await withFile(path, async (file, kind) => {
        if (kind.kind === "directory") {
          return failure(`${shown} is a directory. Use Glob with path "${shown}" to list its files.`);
        }
        if (kind.kind === "unreadable") return failure(`${shown} cannot be read as text: it is ${kind.what}.`);
        const window = await readLines(file, {
          firstLine: offset,
          maxLines: Math.min(limit, MAX_LINES),
          maxBytes: MAX_BYTES,
          maxLineChars: MAX_LINE_CHARS,
          signal: context.signal,
        });
        if (window.lines.length === 0 && offset > 1) {
          return failure(`${shown} has only ${countLines(window.seenLines)}; offset ${offset} is past its end.`);
        }
        context.filesRead.set(await realPathOf(path), { mtimeMs: kind.mtimeMs });
        return success(formatWindow(window, offset), [{ path, kind: "read" }]);
      });
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      return fileFailure(error, path, context.cwd);
    }
  },
};

function formatWindow(window: LineWindow, firstLine: number): string {
  if (window.lines.length === 0) return "(The file is empty.)";
  const numbered = window.lines.map((line, index) => formatNumberedLine(firstLine + index, line));
  const notes: string[] = [];
  if (window.cutLines.length > 0) {
    notes.push(`(Cut at ${MAX_LINE_CHARS} characters: line ${window.cutLines.slice(0, 10).join(", ")}.)`);
  }
  if (window.hasMore) {
    const next = firstLine + window.lines.length;
    notes.push(`(Truncated: lines ${firstLine} to ${next - 1} are shown. Continue with offset ${next}.)`);
  }
  return [numbered.join("\n"), ...notes].join("\n\n");
}

/** A line as the file tools show it: number, tab, text. */
export function formatNumberedLine(number: number, text: string): string {
  return `${String(number).padStart(6)}\t${text}`;
}

function countLines(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}
