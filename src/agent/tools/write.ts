/** The Write tool: creates a file or replaces a whole one. */
import { z } from "zod";
import { toolAliases } from "../../engine/index.ts";
import type { Tool } from "../tool.ts";
import { absolutePath, displayPath, realPathOf } from "../workspace-paths.ts";
import { checkUnchanged } from "./check-unchanged.ts";
import { replaceFile } from "./replace-file.ts";
import { failure, fileFailure, success } from "./tool-result.ts";

const DESCRIPTION = `Writes a file: creates it, with missing parent directories, or replaces its whole content.

- file_path may be absolute or relative to the working directory.
- A file that exists must have been read in this session and be unchanged since, else the call fails.
- To change a part of a file use Edit, which is safer and shorter.`;

const input = z.strictObject({
  file_path: z.string().min(1).describe("The file to write"),
  content: z.string().describe("The whole new content"),
});

export const writeTool: Tool<z.infer<typeof input>> = {
  name: "Write",
  aliases: toolAliases("Write"),
  description: DESCRIPTION,
  input,
  access: ({ file_path }, { cwd }) => ({ kind: "write", paths: [absolutePath(cwd, file_path)] }),
  async execute({ file_path, content }, context) {
    const path = absolutePath(context.cwd, file_path);
    const shown = displayPath(context.cwd, path);
    try {
      if (/[/\\]$/.test(file_path)) return failure(`${file_path} names a directory; give the path of a file.`);
      // A link is followed: its target is replaced and the link stays.
      const realPath = await realPathOf(path);
      const freshness = await checkUnchanged(realPath, context.filesRead);
      if (freshness.kind === "stale") return failure(`Not written: ${shown} ${freshness.problem}`);
      context.signal.throwIfAborted();
      const mtimeMs = await replaceFile(realPath, content);
      context.filesRead.set(realPath, { mtimeMs });
      const verb = freshness.kind === "missing" ? "Created" : "Replaced";
      return success(`${verb} ${shown} (${countLines(content)}, ${Buffer.byteLength(content)} bytes).`, [
        { path, kind: "write" },
      ]);
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      return fileFailure(error, path, context.cwd);
    }
  },
};

function countLines(text: string): string {
  const breaks = text.split("\n").length - 1;
  const lines = text === "" || text.endsWith("\n") ? breaks : breaks + 1;
  return lines === 1 ? "1 line" : `${lines} lines`;
}
