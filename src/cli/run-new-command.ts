/** `skillful skills new`: writes the first file of a skill, and never over anything that is there. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { realPathOf, resolvePlaces, resolveWorkspaceRoot } from "../agent/index.ts";
import { isWithin, newSkillText } from "../engine/index.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_ERROR, EXIT_USAGE } from "./exit-codes.ts";
import { isTrusted, toAgentOptions } from "./open-agent.ts";
import type { ProgramIo } from "./program-io.ts";
import { relativeFile } from "./relative-file.ts";

type NewCommand = Extract<Command, { kind: "skills-new" }>;

/** Resolves with the exit code: 1 when the skill exists, 2 for a name that no skill may have. Rejects when the disk does. */
export async function runNewCommand(command: NewCommand, io: ProgramIo): Promise<number> {
  const { name, description, user, flags } = command;
  const refuse = (message: string, hint: string): void => io.tell({ level: "error", message, hint });
  const written = newSkillText({ name, description });
  if (written.kind === "refused") {
    refuse(written.message, written.hint);
    return EXIT_USAGE;
  }
  const cwd = resolve(io.process.cwd(), flags.cwd ?? ".");
  const options = toAgentOptions(flags, io);
  const base = user ? resolvePlaces(options).home : cwd;
  const folder = join(base, ".claude", "skills");
  const directory = join(folder, name);
  const elsewhere = user || (await isTrusted(flags, options)) ? undefined : await leadsOut(folder, cwd);
  if (elsewhere !== undefined) {
    refuse(
      `${relativeFile(folder, cwd)} leads out of this workspace, which is not trusted, to ${elsewhere}`,
      "replace the link by a folder, or give --trust if it is meant to lead there",
    );
    return EXIT_ERROR;
  }
  await mkdir(folder, { recursive: true });
  if (!(await claimDirectory(directory))) {
    refuse(`${directory} exists already`, "choose another name, or edit what is there");
    return EXIT_ERROR;
  }
  const file = join(directory, "SKILL.md");
  await writeWhole(file, written.text);
  io.out.write(`${relativeFile(file, cwd)}\n`);
  io.tell({
    level: "info",
    message: `/${name} is ready to be filled`,
    hint: `skillful skills lint ${relativeFile(file, cwd)}`,
  });
  return EXIT_DONE;
}

/** Where links take a path that is outside of the workspace around `cwd`; undefined when it is inside. */
async function leadsOut(path: string, cwd: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([resolveWorkspaceRoot(cwd).then(realPathOf), realPathOf(path)]);
  return isWithin(root, real) ? undefined : real;
}

/** False when something has that name: making a directory is the one step that two programs cannot both do. */
async function claimDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A session that watches the directory sees the whole file or none. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}
