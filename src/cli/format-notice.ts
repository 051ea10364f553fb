/** Formats what the program tells the person beside the answer: notices, failures, retries. */
import type { AgentFailure } from "../agent/index.ts";
import type { Palette } from "./palette.ts";
import { printableText } from "./printable-text.ts";
import { wrapText } from "./wrap-text.ts";

export interface Notice {
  readonly level: "info" | "warning" | "error";
  /** What the agent calls this kind of notice. */
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
}

/** `warning: text`, the hint indented under it; ends with a line break. Info has no label. Wraps at `columns`, if given. */
export function formatNotice(notice: Notice, palette: Palette, columns = Number.POSITIVE_INFINITY): string {
  const { label, paint } = labelOf(notice.level, palette);
  const message = wrapText(`${label}${printableText(notice.message).trimEnd()}`, columns).slice(label.length);
  const hint = notice.hint === undefined ? "" : wrapText(`  ${printableText(notice.hint)}`, columns);
  return `${paint(label)}${message}\n${hint === "" ? "" : `${paintLines(hint, palette.dim)}\n`}`;
}

/** Line by line, because a style that runs over a line break colours the margin. */
function paintLines(text: string, paint: (line: string) => string): string {
  return text.split("\n").map(paint).join("\n");
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

function labelOf(
  level: Notice["level"],
  palette: Palette,
): { readonly label: string; readonly paint: (text: string) => string } {
  switch (level) {
    case "info":
      return { label: "", paint: (text) => text };
    case "warning":
      return { label: "warning: ", paint: palette.yellow };
    case "error":
      return { label: "error: ", paint: palette.red };
    default:
      return level satisfies never;
  }
}
