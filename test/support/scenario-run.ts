/** Drives the built program through a scenario: messages in, results, log lines and model requests out. */
import { createScriptedServer, type RequestView, type Script, type ScriptedServer } from "../../src/testing/index.ts";
import { createScenarioProject, type ScenarioProject } from "./scenario-project.ts";

/** Providers by the names that the program has for them. */
export const SCENARIO_PROTOCOLS = ["openai-compatible", "anthropic", "openai", "google"] as const;
export type ScenarioProtocol = (typeof SCENARIO_PROTOCOLS)[number];

export interface ScenarioResult {
  readonly result: string;
  readonly isError: boolean;
  readonly sessionId: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface ScenarioRun {
  /** One for each message, in order. */
  readonly results: readonly ScenarioResult[];
  /** Every object of the stream-json output. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** Log lines without their level, such as `skill: registry loaded active=4 conditional=1`. */
  readonly log: readonly string[];
  readonly requests: readonly RequestView[];
  readonly exitCode: number | undefined;
}

export interface Scenario {
  readonly project: ScenarioProject;
  readonly server: ScriptedServer;
  /** Sends the messages to one session, in print mode with `--debug`; the server answers from `script`. */
  converse(messages: readonly string[], options?: ConverseOptions): Promise<ScenarioRun>;
  dispose(): Promise<void>;
}

export interface ConverseOptions {
  /** Default: every request is answered with `ok`. */
  readonly script?: Script;
  readonly args?: readonly string[];
}

/** The id of the model that `review` asks for. */
export const REVIEW_MODEL = "review-model";

/** Creates the project of the scenarios and a scripted server for it. */
export async function openScenario(protocol: ScenarioProtocol = "openai-compatible"): Promise<Scenario> {
  const server = await createScriptedServer();
  const project = await createScenarioProject({
    env: providerEnv(protocol, server.url),
    reviewModel: `${protocol}/${REVIEW_MODEL}`,
  });
  return {
    project,
    server,
    async converse(messages, { script = () => ({ text: "ok" }), args = [] } = {}) {
      const first = server.requests.length;
      server.setScript(script);
      const run = await project.run(
        ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--debug", ...args].concat([
          "--model",
          `${protocol}/scripted-model`,
        ]),
        { stdin: messages.map((text) => `${JSON.stringify({ type: "user", text })}\n`).join("") },
      );
      const objects = run.stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      const results = objects.filter(({ type }) => type === "result") as unknown as ScenarioResult[];
      if (results.length !== messages.length) {
        throw new Error(`${results.length} results for ${messages.length} messages\n${run.stdout}\n${run.stderr}`);
      }
      return {
        results,
        objects,
        log: run.stderr.split("\n").map((line) => line.replace(/^(DEBUG|INFO|WARN|ERROR) /, "")),
        requests: server.requests.slice(first).map(({ view }) => view),
        exitCode: run.exitCode,
      };
    },
    async dispose() {
      await server.close();
      await project.dispose();
    },
  };
}

/** What has to be set for a provider to be found at `url`; some bases with a version, some without. */
export function providerEnv(protocol: ScenarioProtocol, url: string): Readonly<Record<string, string>> {
  switch (protocol) {
    case "anthropic":
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "test-key" };
    case "google":
      return { GOOGLE_GENERATIVE_AI_BASE_URL: url, GOOGLE_GENERATIVE_AI_API_KEY: "test-key" };
    case "openai":
      return { OPENAI_BASE_URL: url, OPENAI_API_KEY: "test-key" };
    case "openai-compatible":
      return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "test-key" };
    default:
      return protocol satisfies never;
  }
}

/** The lines of the log that start with `message`, fields included. */
export function logLines(run: ScenarioRun, message: string): readonly string[] {
  return run.log.filter((line) => line === message || line.startsWith(`${message} `));
}

/** Every text of a request's messages, tool results included, in order. */
export function allTexts(request: RequestView | undefined): readonly string[] {
  return (request?.messages ?? []).flatMap(({ text, toolResults }) => [...text, ...toolResults.map((it) => it.text)]);
}

/** The listings of skills in a request. */
export function listings(request: RequestView | undefined): readonly string[] {
  return allTexts(request).filter((text) => text.includes("skills are available for use with the Skill tool"));
}
