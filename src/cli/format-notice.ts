/** Formats what the program tells the person beside the answer: notices, failures, retries. */
import type { AgentFailure } from "../agent/index.ts";
import type { Palette } from "./palette.ts";
import { printableText } from "./printable-text.ts";

export interface Notice {
  readonly level: "info" | "warning" | "error";
  readonly message: string;
  readonly hint?: string;
}

/** `warning: text`, the hint indented under it; ends with a line break. Info has no label. */
export function formatNotice(notice: Notice, palette: Palette): string {
  const label = formatLabel(notice.level, palette);
  const hint = notice.hint === undefined ? "" : `  ${palette.dim(printableText(notice.hint))}\n`;
  return `${label}${printableText(notice.message).trimEnd()}\n${hint}`;
}

/** A failed turn as a notice. */
export function failureNotice(failure: AgentFailure): Notice {
  return {
    level: "error",
    message: failure.message,
    ...(failure.hint === undefined ? {} : { hint: failure.hint }),
  };
}

/** Such as `rate limit reached; trying again in 2 s (2)`. */
export function retryNotice(retry: {
  readonly attempt: number;
  readonly delayMs: number;
  readonly message: string;
}): Notice {
  const seconds = Math.max(1, Math.round(retry.delayMs / 1000));
  return { level: "warning", message: `${retry.message}; trying again in ${seconds} s (attempt ${retry.attempt})` };
}

function formatLabel(level: Notice["level"], palette: Palette): string {
  switch (level) {
    case "info":
      return "";
    case "warning":
      return `${palette.yellow("warning:")} `;
    case "error":
      return `${palette.red("error:")} `;
    default:
      return level satisfies never;
  }
}
