/** The Glob tool: file names by pattern. */
import { z } from "zod";
import { defuseReminderTags, toolAliases } from "../../engine/index.ts";
import type { Tool } from "../tool.ts";
import { absolutePath, displayPath } from "../workspace-paths.ts";
import { compileGlob } from "./glob-pattern.ts";
import { failure, fileFailure, success } from "./tool-result.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_RESULTS = 500;

const DESCRIPTION = `Finds files by name pattern, such as "**/*.ts", "src/*.{js,jsx}" or "docs/**".

- * stays within one directory, ** spans directories, ? is one character, [ab] and {x,y} choose.
- Results are paths relative to the working directory, sorted; at most ${MAX_RESULTS}.
- Files that git ignores, node_modules and .git are left out, unless path points into one of them. Links are not followed.`;

const input = z.strictObject({
  pattern: z.string().min(1).describe("The glob pattern"),
  path: z.string().min(1).optional().describe("Directory where the pattern starts (default: the working directory)"),
});

export const globTool: Tool<z.infer<typeof input>> = {
  name: "Glob",
  aliases: toolAliases("Glob"),
  description: DESCRIPTION,
  input,
  access({ pattern, path = "." }, { cwd }) {
    const base = absolutePath(cwd, path);
    const glob = compileGlob(base, pattern);
    return { kind: "read", paths: ["error" in glob ? base : glob.directory] };
  },
  async execute({ pattern, path = "." }, context) {
    const glob = compileGlob(absolutePath(context.cwd, path), pattern);
    if ("error" in glob) return failure(glob.error);
    const found: string[] = [];
    let more = false;
    try {
      for await (const file of walkFiles(glob.directory, context)) {
        if (!glob.matches(file.path) || context.mayRead?.(file.path) === false) continue;
        more = found.length === MAX_RESULTS;
        if (more) break;
        found.push(displayPath(context.cwd, file.path));
      }
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      return fileFailure(error, glob.directory, context.cwd);
    }
    if (found.length === 0) return success(`No file matches ${pattern}.`);
    const note = more ? `\n\n(Only the first ${MAX_RESULTS} are shown; narrow the pattern.)` : "";
    return success(defuseReminderTags(found.join("\n")) + note);
  },
};
