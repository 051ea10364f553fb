/** `skillful trust`: trusts a workspace for good, takes that back, lists what is trusted, or shows what trust would switch on. Runs nothing. */
import {
  type AgentOptions,
  createTrustStore,
  loadHeldBack,
  openWorkspaceSkills,
  resolvePlaces,
  resolveWorkspaceRoot,
  type WorkspaceHeldBack,
} from "../agent/index.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_ERROR } from "./exit-codes.ts";
import { toAgentOptions } from "./open-agent.ts";
import { printableLine } from "./printable-text.ts";
import type { ProgramIo } from "./program-io.ts";
import { INCOMPLETE, listTrustGains } from "./trust-question.ts";
import { wrapText } from "./wrap-text.ts";

type TrustCommand = Extract<Command, { kind: "trust" }>;

const SHOWN_CHARS = 400;

/** Resolves with the exit code: 1 for a directory that was not trusted and cannot be revoked. */
export async function runTrustCommand(command: TrustCommand, io: ProgramIo): Promise<number> {
  const options = toAgentOptions(command.flags, io);
  const { cwd, skillfulHome } = resolvePlaces(options);
  const store = createTrustStore({
    skillfulHome,
    onDamaged: (message) => io.tell({ level: "warning", message }),
  });
  switch (command.action) {
    case "list":
      for (const root of await store.list()) io.out.write(`${root}\n`);
      return EXIT_DONE;
    case "revoke": {
      // One that cannot be looked at any more goes by the path it was trusted under.
      const root = await resolveWorkspaceRoot(cwd).catch(() => cwd);
      if (await store.revoke(root)) {
        io.out.write(`${root} is not trusted any more.\n`);
        return EXIT_DONE;
      }
      const message = `${root} is not in the list of trusted directories`;
      io.tell({ level: "error", message, hint: "skillful trust --list shows them" });
      return EXIT_ERROR;
    }
    case "show": {
      const { root, heldBack, isComplete } = await look(options);
      const trusted = (await store.isTrusted(root)) ? "is trusted" : "is not trusted";
      const isEmpty = heldBack.length === 0;
      io.out.write(`${root} ${trusted}. ${isEmpty ? "It brings nothing that needs trust." : "Trust switches on:"}\n`);
      writeGains(heldBack, io);
      if (!isComplete) io.out.write(`There may be more: ${INCOMPLETE}.\n`);
      return EXIT_DONE;
    }
    case "add": {
      const { root, heldBack, isComplete } = await look(options);
      await store.trust(root);
      io.out.write(`${root} is trusted from now on. skillful trust --revoke takes it back.\n`);
      if (heldBack.length > 0) io.out.write("\nThis is on now:\n");
      writeGains(heldBack, io);
      if (!isComplete) io.out.write(`There may be more: ${INCOMPLETE}.\n`);
      return EXIT_DONE;
    }
    default:
      return command.action satisfies never;
  }
}

/** The directory that trust is about, and everything in it that trust switches on. */
async function look(options: AgentOptions): Promise<WorkspaceHeldBack & { readonly root: string }> {
  const root = await resolveWorkspaceRoot(resolvePlaces(options).cwd);
  const { skills, heldBack } = await openWorkspaceSkills({ ...options, trusted: false });
  await skills.close();
  return { root, ...(await loadHeldBack(root, heldBack)) };
}

function writeGains(heldBack: WorkspaceHeldBack["heldBack"], io: ProgramIo): void {
  for (const { what, does } of listTrustGains(heldBack)) {
    io.out.write(`${wrapText(`  ${printableLine(`${what}: ${does}`, SHOWN_CHARS)}`, io.outColumns())}\n`);
  }
}
