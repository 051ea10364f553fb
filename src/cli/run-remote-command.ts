/** `skillful skills remote …`: lists, fetches and approves skills of remote origins. Only `update` uses the network. */
import { type OpenRemoteSkills, type OriginUpdate, openRemoteSkills, type RemoteSkill } from "../agent/index.ts";
import { nearNames, SkillfulError } from "../engine/index.ts";
import type { Command } from "./command.ts";
import { describeFailure } from "./describe-failure.ts";
import { EXIT_DONE, EXIT_ERROR } from "./exit-codes.ts";
import { formatNotice } from "./format-notice.ts";
import { toAgentOptions } from "./open-agent.ts";
import { formatPrintableJson } from "./printable-json.ts";
import { printableLine } from "./printable-text.ts";
import type { ProgramIo } from "./program-io.ts";
import { createStopSignal } from "./stop-signal.ts";

type RemoteCommand = Extract<Command, { kind: "skills-remote" }>;

const SHOWN_CHARS = 400;

interface Context extends OpenRemoteSkills {
  readonly io: ProgramIo;
}

/** Resolves with the exit code: 1 when an origin or an entry failed, or a name leads to no skill. */
export async function runRemoteCommand(command: RemoteCommand, io: ProgramIo): Promise<number> {
  const warn = (message: string) => io.err.write(formatNotice({ level: "warning", message }, io.errPalette));
  const opened = await openRemoteSkills({ ...toAgentOptions(command.flags, io), onDamaged: warn });
  const context: Context = { ...opened, io };
  if (opened.origins.length === 0 && command.action !== "list") {
    throw new SkillfulError("usage", "no origin is set", {
      hint: 'Name one in ~/.skillful/settings.json: {"skills": {"remote": ["https://example.com"]}}',
    });
  }
  switch (command.action) {
    case "list":
      return list(command, context);
    case "update":
      return update(command.names, context);
    case "approve":
      return approve(command.names, context);
    case "revoke":
      return revoke(command.names, context);
    default:
      return command.action satisfies never;
  }
}

async function list({ json }: RemoteCommand, { remote, origins, io }: Context): Promise<number> {
  const skills = await remote.list(origins);
  if (json) {
    io.out.write(`${formatPrintableJson({ origins, skills }, 2)}\n`);
    return EXIT_DONE;
  }
  if (origins.length === 0) io.out.write("No origin is set; skills.remote in your settings names them.\n");
  for (const origin of origins) {
    const ofOrigin = skills.filter((skill) => skill.origin === origin);
    io.out.write(`${origin}\n`);
    if (ofOrigin.length === 0) io.out.write("  nothing was fetched; skillful skills remote update does it\n");
    const width = Math.max(...ofOrigin.map(({ name }) => name.length));
    for (const { name, approved, description } of ofOrigin) {
      const state = (approved ? "approved" : "text only").padEnd("text only".length);
      io.out.write(`  ${name.padEnd(width)}  ${state}  ${printableLine(description, SHOWN_CHARS)}\n`);
    }
  }
  return EXIT_DONE;
}

/** One origin that fails does not keep the others from being fetched. */
async function update(names: readonly string[], { remote, origins, io }: Context): Promise<number> {
  const chosen = names.map((name) => name.replace(/\/$/, ""));
  const unknown = chosen.find((name) => !origins.includes(name));
  if (unknown !== undefined) {
    throw new SkillfulError("usage", `${unknown} is not among the origins of skills.remote`, {
      hint: `There are: ${origins.join(", ")}`,
    });
  }
  const stop = createStopSignal(io);
  let exitCode = EXIT_DONE;
  try {
    for (const origin of chosen.length === 0 ? origins : chosen) {
      try {
        const result = await remote.update(origin, { signal: stop.signal });
        writeUpdate(origin, result, io);
        if (result.problems.length > 0) exitCode = EXIT_ERROR;
      } catch (error) {
        if (stop.signal.aborted) return stop.exitCode();
        io.err.write(formatNotice(describeFailure(error).notice, io.errPalette));
        exitCode = EXIT_ERROR;
      }
    }
    return exitCode;
  } finally {
    stop.dispose();
  }
}

function writeUpdate(origin: string, { skills, added, changed, removed, problems }: OriginUpdate, io: ProgramIo): void {
  const parts = Object.entries({ new: added, changed, removed }).flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${what}: ${names.join(", ")}`],
  );
  const counted = `${skills.length} ${skills.length === 1 ? "skill" : "skills"}`;
  io.out.write(`${origin}: ${counted}. ${parts.length === 0 ? "Nothing is new." : `${parts.join("; ")}.`}\n`);
  for (const problem of problems) {
    io.err.write(formatNotice({ level: "warning", message: printableLine(problem, SHOWN_CHARS) }, io.errPalette));
  }
  if (added.length + changed.length > 0) {
    io.out.write(
      "They are text only until you approve them: skillful skills show NAME, then skills remote approve NAME.\n",
    );
  }
}

async function approve(names: readonly string[], context: Context): Promise<number> {
  const { remote, io } = context;
  return forEachSkill(names, context, async (skill) => {
    const gains = await remote.gains(skill);
    await remote.approve(skill);
    const effect = gains.length === 0 ? "It brings nothing that needs it." : `It ${gains.join("; it ")}.`;
    io.out.write(`${printableLine(`${skill.name} is approved as it is now. ${effect}`, SHOWN_CHARS)}\n`);
  });
}

async function revoke(names: readonly string[], context: Context): Promise<number> {
  const { remote, io } = context;
  return forEachSkill(names, context, async (skill) => {
    const found = await remote.revoke(skill);
    io.out.write(`${skill.name} ${found ? "is text only again" : "was not approved"}.\n`);
  });
}

/** All names are looked up before anything happens. A name of several origins is told apart as `host:name`. */
async function forEachSkill(
  names: readonly string[],
  { remote, origins, io }: Context,
  act: (skill: RemoteSkill) => Promise<void>,
): Promise<number> {
  const skills = await remote.list(origins);
  const found: RemoteSkill[] = [];
  for (const typed of names) {
    const matches = skills.filter((skill) => typed === skill.name || typed === qualified(skill));
    const [skill] = matches;
    if (skill !== undefined && matches.length === 1) {
      found.push(skill);
      continue;
    }
    const isAmbiguous = matches.length > 1;
    const message = isAmbiguous ? `several remote skills are called ${typed}` : `there is no remote skill ${typed}`;
    const offered = isAmbiguous
      ? matches.map(qualified)
      : nearNames(
          typed,
          skills.map(({ name }) => name),
        );
    const hint = offered.length > 0 ? `did you mean ${offered.join(", ")}?` : "skillful skills remote shows them";
    io.err.write(formatNotice({ level: "error", message, hint }, io.errPalette));
    return EXIT_ERROR;
  }
  for (const skill of found) await act(skill);
  return EXIT_DONE;
}

function qualified({ origin, name }: RemoteSkill): string {
  return `${new URL(origin).host}:${name}`;
}
