/** The hook ports on Node that need no model: commands in a shell, and posts over HTTP. */
import { type CommandOutcome, type HookPorts, SkillfulError } from "../engine/index.ts";
import { explainFetchError } from "./explain-fetch-error.ts";
import { PROVIDER_KEY_VARIABLES } from "./provider-keys.ts";
import { runProcess } from "./run-process.ts";
import { resolveHookShell } from "./shell-program.ts";

/** A hook answers with a decision, not with a report. */
const MAX_OUTPUT_BYTES = 64 * 1024;

export interface NodeHookPortsOptions {
  /** What hooks inherit. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables left out of it. Default: the keys of model providers. */
  readonly withhold?: readonly string[];
}

/** Creates the ports. Neither throws for a hook that fails; both reject on abort. */
export function createNodeHookPorts(options: NodeHookPortsOptions = {}): Omit<HookPorts, "askModel"> {
  const withheld = new Set(options.withhold ?? PROVIDER_KEY_VARIABLES);
  const inherited = Object.fromEntries(
    Object.entries(options.env ?? process.env).filter(([name]) => !withheld.has(name)),
  );
  return {
    async runCommand(command, run): Promise<CommandOutcome> {
      run.signal?.throwIfAborted();
      const env = { ...inherited, ...run.env };
      const invocation = await resolveHookShell(command, env.PATH ?? env.Path);
      if (invocation === undefined) return { kind: "not-started", message: "no shell was found" };
      try {
        const result = await runProcess(invocation, { ...run, env, maxOutputBytes: MAX_OUTPUT_BYTES });
        if (result.timedOut) return { kind: "timed-out" };
        if (result.exitCode === undefined) return { kind: "killed", signal: result.killedBy ?? "a signal" };
        return { kind: "exited", exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr };
      } catch (error) {
        run.signal?.throwIfAborted();
        if (!(error instanceof SkillfulError)) throw error;
        return { kind: "not-started", message: error.message };
      }
    },
    async postJson(url, post) {
      const timeout = AbortSignal.timeout(post.timeoutMs);
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...post.headers },
          body: post.body,
          // A redirect could lead to a host that nobody allowed.
          redirect: "error",
          signal: post.signal ? AbortSignal.any([post.signal, timeout]) : timeout,
        });
        return { status: response.status, body: await readBounded(response) };
      } catch (error) {
        post.signal?.throwIfAborted();
        const reason = timeout.aborted ? `none within ${post.timeoutMs / 1000} seconds` : explainFetchError(error);
        throw new Error(reason, { cause: error });
      }
    },
  };
}

async function readBounded(response: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_OUTPUT_BYTES) throw new Error(`the answer is larger than ${MAX_OUTPUT_BYTES} bytes`);
  }
  return text + decoder.decode();
}
