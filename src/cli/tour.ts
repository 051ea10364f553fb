/** The tour: shows what skills do, with the demo model and a throw-away project, where there is nobody to type. */
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { type AgentSession, createAgent, type TurnEndReason } from "../agent/index.ts";
import { EXIT_DONE, EXIT_ERROR } from "./exit-codes.ts";
import type { ProgramIo } from "./program-io.ts";
import { formatSkillsTable } from "./skills-report.ts";
import { createStopSignal } from "./stop-signal.ts";
import { terminalColumns } from "./terminal-columns.ts";
import { createTourProject, type TourProject } from "./tour-project.ts";
import { createTurnRenderer } from "./turn-renderer.ts";

interface TourStep {
  readonly message: string;
  readonly title: string;
}

const STEPS: readonly TourStep[] = [
  { message: "/greet Alice", title: "A skill that you type: its text enters the conversation." },
  { message: "read src/greeting.tsx", title: "A skill that waits for a file wakes when the model touches one." },
  { message: "use skill react-helper for a close button", title: "The model sees it now, and may call it itself." },
  {
    message: "/look-around src",
    title: "A skill in a fork works in a conversation of its own; only its answer comes back.",
  },
];

/** Plays to the end, or stops at the first step that fails. Leaves nothing behind. Resolves with the exit code. */
export async function runTour(io: ProgramIo): Promise<number> {
  const stop = createStopSignal(io);
  const project = await createTourProject();
  try {
    const agent = await openTourAgent(project, io);
    try {
      const reason = await playSteps(agent, { io, signal: stop.signal });
      if (reason === "done") io.out.write(formatClosing(io));
      return reason === "done" ? EXIT_DONE : reason === "aborted" ? stop.exitCode() : EXIT_ERROR;
    } finally {
      await agent.close();
    }
  } finally {
    await project.dispose();
    stop.dispose();
  }
}

/** Nothing of the person's takes part: no home, no settings, no keys. The project is ours, so it is trusted. */
function openTourAgent(project: TourProject, io: ProgramIo): Promise<AgentSession> {
  const { directory, home } = project;
  return createAgent({
    cwd: directory,
    home,
    env: {
      PATH: io.env.PATH,
      HOME: home,
      SKILLFUL_HOME: join(home, ".skillful"),
      SKILLFUL_MANAGED_DIR: join(home, "managed"),
    },
    model: "demo",
    trusted: true,
    settings: [JSON.stringify({ skills: { bundled: false } })],
  });
}

async function playSteps(
  agent: AgentSession,
  { io, signal }: { readonly io: ProgramIo; readonly signal: AbortSignal },
): Promise<TurnEndReason> {
  const { out, outPalette: palette } = io;
  const columns = () => terminalColumns(io.process.stdout);
  out.write(
    `${palette.bold("skillful")} ${palette.dim(manifest.version)}\n${palette.dim(
      "A tour with the built-in demo model, offline, in a temporary copy of examples/tour.",
    )}\n\n${palette.bold("1")} The skills of the project. Each is a directory with a SKILL.md in .claude/skills.\n\n`,
  );
  out.write(
    formatSkillsTable(agent.skillSession.list(), {
      palette,
      columns: io.outColumns(),
      settings: agent.skills.settings,
    }),
  );
  for (const [index, step] of STEPS.entries()) {
    if (signal.aborted) return "aborted";
    out.write(`\n${palette.bold(String(index + 2))} ${step.title}\n\n`);
    out.write(`${palette.cyan("›")} ${step.message}\n\n`);
    const renderer = createTurnRenderer({ palette, columns, transient: false });
    let reason: TurnEndReason = "error";
    for await (const event of agent.send(step.message, { signal })) {
      out.write(renderer.render(event));
      if (event.type === "turn-end" && event.agent === "main") reason = event.reason;
    }
    if (reason !== "done") return reason;
  }
  return "done";
}

function formatClosing({ outPalette: palette }: ProgramIo): string {
  return `
${palette.bold("Your turn.")} In a terminal, ${palette.cyan("skillful")} opens a session in your own project. It uses the first of
ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, a server at OPENAI_BASE_URL, Ollama; else the demo.

  skillful skills list --all           every skill that was found, and its state
  skillful skills explain <file>       why a skill wakes for a file, or not
  skillful -p "/review HEAD~1..HEAD"   one prompt, for scripts
`;
}
