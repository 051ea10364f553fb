/** Makes diagnostics for one file, with line and column worked out from offsets in its front matter. */
import { formatCodeFrame } from "./code-frame.ts";
import type { Diagnostic, DiagnosticSeverity } from "./types.ts";

export interface Finding {
  readonly code: string;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly hint?: string;
  /** Where in the block's text; absent: the file as a whole. */
  readonly offset?: number;
  /** Adds the lines around the place. */
  readonly frame?: boolean;
}

/** Collects what is found in one file. */
export interface Report {
  add(finding: Finding): void;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReportContext {
  readonly path: string;
  /** Text of the whole file, for code frames. */
  readonly text: string;
  /** The text that offsets refer to. Must have the same lines as its part of the file. */
  readonly block: string;
  /** 1-based line of the file on which `block` starts. */
  readonly blockLine: number;
  /** What was found before. */
  readonly earlier?: readonly Diagnostic[];
}

/** Creates a report that holds nothing but what was found earlier. */
export function createReport(context: ReportContext): Report {
  const diagnostics: Diagnostic[] = [...(context.earlier ?? [])];
  let starts: readonly number[] | undefined;

  function placeOf(offset: number): { line: number; column: number } {
    starts ??= lineStarts(context.block);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: context.blockLine + low, column: offset - (starts[low] ?? 0) + 1 };
  }

  return {
    diagnostics,
    add({ code, severity, message, hint, offset, frame }) {
      const place = offset === undefined ? undefined : placeOf(Math.min(offset, context.block.length));
      diagnostics.push({
        code,
        severity,
        path: context.path,
        message,
        ...(place === undefined ? {} : place),
        ...(hint === undefined ? {} : { hint }),
        ...(frame && place ? { frame: formatCodeFrame(context.text, place.line, place.column) } : {}),
      });
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
