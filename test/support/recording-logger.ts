/** A logger that keeps its lines, and says when one with a certain message has come. */
import type { Logger } from "../../src/engine/index.ts";

export interface RecordingLogger extends Logger {
  /** `level message {"field":…}`, in order. */
  lines(): readonly string[];
  /** Resolves as soon as a line with this message is there. */
  until(message: string): Promise<void>;
}

/** Creates the logger, without lines. */
export function createRecordingLogger(): RecordingLogger {
  const lines: { readonly message: string; readonly text: string }[] = [];
  let waiting: { readonly message: string; resolve(): void }[] = [];
  return {
    log(level, message, fields = {}) {
      lines.push({ message, text: `${level} ${message} ${JSON.stringify(fields)}` });
      for (const each of waiting) if (each.message === message) each.resolve();
      waiting = waiting.filter((each) => each.message !== message);
    },
    lines: () => lines.map(({ text }) => text),
    until(message) {
      if (lines.some((line) => line.message === message)) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ message, resolve }));
    },
  };
}
