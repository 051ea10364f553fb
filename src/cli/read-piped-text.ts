/** Reads what was piped or redirected into the program, without waiting forever for a pipe that nobody writes to. */
import { fstatSync } from "node:fs";

/** How long a pipe may stay silent before the program goes on without it, in milliseconds. */
const SILENCE_LIMIT_MS = 3000;

export type PipedText =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  /** An open pipe that said nothing, such as a parent process leaves behind; the program goes on without it. */
  | { readonly kind: "silent" };

/**
 * Whole standard input as text when it is a file or a pipe with something in it. A terminal, `/dev/null` and a closed
 * descriptor are `none` at once. Rejects when reading fails.
 */
export async function readPipedText(
  openStdin: () => NodeJS.ReadableStream,
  options: { readonly signal: AbortSignal; readonly fd?: number; readonly silenceLimitMs?: number },
): Promise<PipedText> {
  // Asked of the descriptor first: opening the stream costs time, and is for nothing in most runs.
  if (!canHoldText(options.fd ?? 0)) return { kind: "none" };
  const stdin = openStdin();
  const chunks: Buffer[] = [];
  const limit = options.silenceLimitMs ?? SILENCE_LIMIT_MS;
  const outcome = await new Promise<"end" | "silent">((resolve, reject) => {
    const timer = setTimeout(() => resolve("silent"), limit);
    const settle = (how: "end" | "silent") => {
      clearTimeout(timer);
      resolve(how);
    };
    options.signal.addEventListener("abort", () => settle("silent"), { once: true });
    stdin.on("data", (chunk: Buffer | string) => {
      clearTimeout(timer);
      chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    });
    stdin.once("end", () => settle("end"));
    stdin.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
  stdin.removeAllListeners("data");
  if (outcome === "silent") {
    stdin.pause();
    return { kind: "silent" };
  }
  const text = Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\ufeff/, "");
  return text.trim() === "" ? { kind: "none" } : { kind: "text", text };
}

function canHoldText(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    return stat.isFIFO() || stat.isSocket() || stat.isFile();
  } catch {
    // A closed descriptor has nothing to read.
    return false;
  }
}
