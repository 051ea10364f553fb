/** `skillful skills new`: writes the first file of a skill, and never over anything that is there. */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { resolvePlaces } from "../agent/index.ts";
import { newSkillText } from "../engine/index.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_ERROR, EXIT_USAGE } from "./exit-codes.ts";
import { toAgentOptions } from "./open-agent.ts";
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
  const base = user ? resolvePlaces(toAgentOptions(flags, io)).home : cwd;
  const folder = join(base, ".claude", "skills");
  const directory = join(folder, name);
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
