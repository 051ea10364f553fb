/** `skills lint --format sarif`: a SARIF 2.1.0 log, which code scanning services take in. */
import { pathToFileURL } from "node:url";
import { type Diagnostic, type DiagnosticSeverity, describeLintCode } from "../engine/index.ts";
import type { LintReport } from "./lint-report.ts";
import { formatPrintableJson } from "./printable-json.ts";
import { relativeFile } from "./relative-file.ts";

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
const HELP = "https://agentskills.io/specification";
const LEVELS: Readonly<Record<DiagnosticSeverity, "error" | "warning" | "note">> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** One run, with a rule for each code that occurs. Ends in a line break. Pure. */
export function formatLintSarif(report: LintReport, program: { readonly version: string }): string {
  const codes = [...new Set(report.diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "skillful",
            version: program.version,
            informationUri: HELP,
            rules: codes.map((code) => ({ id: code, shortDescription: { text: describeLintCode(code) ?? code } })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: report.diagnostics.map((diagnostic) => toResult(diagnostic, { codes, cwd: report.cwd })),
      },
    ],
  };
  return `${formatPrintableJson(log, 2)}\n`;
}

function toResult(
  { code, severity, path, line, column, message, hint }: Diagnostic,
  { codes, cwd }: { readonly codes: readonly string[]; readonly cwd: string },
) {
  const region = line === undefined ? {} : { region: { startLine: line, ...(column && { startColumn: column }) } };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: toUri(path, cwd) }, ...region } }],
  };
}

function toUri(path: string, cwd: string): string {
  const file = relativeFile(path, cwd);
  return file.startsWith("/") || /^[A-Za-z]:\//.test(file) ? pathToFileURL(path).href : encodeSegments(file);
}

/** `bundled:` is a scheme and stays. */
function encodeSegments(path: string): string {
  return path
    .split("/")
    .map((name) => encodeURIComponent(name).replace(/^bundled%3A/, "bundled:"))
    .join("/");
}
