/** `skillful doctor`: shows what a session here would be made of, and what is wrong with it. Asks no model, runs nothing of the workspace. */
import manifest from "../../package.json" with { type: "json" };
import { loadSetupReport, type SetupReport } from "../agent/index.ts";
import type { Command } from "./command.ts";
import { EXIT_DONE, EXIT_ERROR } from "./exit-codes.ts";
import { formatDoctor } from "./format-doctor.ts";
import { toAgentOptions } from "./open-agent.ts";
import { formatPrintableJson } from "./printable-json.ts";
import type { ProgramIo } from "./program-io.ts";
import type { SessionFlags } from "./session-flags.ts";
import { openSessionLogger } from "./session-logger.ts";

type DoctorCommand = Extract<Command, { kind: "doctor" }>;

/** Resolves with the exit code: 1 when anything is an error, after everything has been printed. */
export async function runDoctorCommand({ flags, json }: DoctorCommand, io: ProgramIo): Promise<number> {
  const report = await loadReport(flags, io);
  const ok = !report.problems.some(({ severity }) => severity === "error");
  const { version } = manifest;
  if (json) io.out.write(`${formatPrintableJson({ skillful: version, ok, ...report }, 2)}\n`);
  else io.out.write(formatDoctor(report, { palette: io.outPalette, columns: io.outColumns(), version }));
  return ok ? EXIT_DONE : EXIT_ERROR;
}

async function loadReport(flags: SessionFlags, io: ProgramIo): Promise<SetupReport> {
  const log = await openSessionLogger(flags, io);
  try {
    const { logger } = log;
    return await loadSetupReport({ ...toAgentOptions(flags, io), logger, ...(flags.trust && { trusted: true }) });
  } finally {
    await log.close();
  }
}
