import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatLogLine } from "./format-log-line.ts";
import { createFileLogger, createStderrLogger } from "./stream-logger.ts";

describe("formatLogLine", () => {
  it.each([
    [{ active: 4, conditional: 1 }, "DEBUG skill: registry loaded active=4 conditional=1"],
    [{ name: "react-helper", conditional: true }, "DEBUG skill: registry loaded name=react-helper conditional=true"],
    [{ paths: ["src/**/*.tsx", "a b"] }, 'DEBUG skill: registry loaded paths=[src/**/*.tsx "a b"]'],
    [{ paths: [] }, "DEBUG skill: registry loaded paths=[]"],
    [{ error: "unclosed front-matter block" }, 'DEBUG skill: registry loaded error="unclosed front-matter block"'],
    [{ args: "" }, 'DEBUG skill: registry loaded args=""'],
    [{ args: 'say "hi"' }, 'DEBUG skill: registry loaded args="say \\"hi\\""'],
    [{ args: "a\nERROR fake" }, 'DEBUG skill: registry loaded args="a\\nERROR fake"'],
    [{ args: "\u001b[31mred" }, 'DEBUG skill: registry loaded args="\\u001b[31mred"'],
    [{ args: "a\u202eb" }, 'DEBUG skill: registry loaded args="a\\u202eb"'],
    [{ dir: "C:\\skills" }, "DEBUG skill: registry loaded dir=C:\\skills"],
  ])("%j", (fields, line) => {
    expect(formatLogLine("debug", "skill: registry loaded", fields)).toBe(line);
  });

  it("stays on one line without control characters, and quoted text can be read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = formatLogLine("info", "m", { text });
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        const value = line.slice("INFO m text=".length);
        expect(value.startsWith('"') ? JSON.parse(value) : value).toBe(text);
      }),
    );
  });
});

describe("createStderrLogger", () => {
  it("writes a line for each call of its level and above", () => {
    const written: string[] = [];
    const logger = createStderrLogger({ level: "warn", stream: { write: (text) => written.push(text) } });
    logger.log("debug", "quiet");
    logger.log("info", "quiet");
    logger.log("warn", "heard", { at: 1 });
    logger.log("error", "heard");
    expect(written).toEqual(["WARN heard at=1\n", "ERROR heard\n"]);
  });
});

describe("createFileLogger", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "skillful-log-"));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true, force: true });
  });

  it("appends to the file and has written everything once closed", async () => {
    const path = join(dir, "log");
    for (const message of ["first", "second"]) {
      const logger = createFileLogger({ level: "debug", path });
      logger.log("debug", message);
      await logger.close();
    }
    expect(readFileSync(path, "utf8")).toBe("DEBUG first\nDEBUG second\n");
  });

  it("tells of a file that cannot be written when it is closed, not before", async () => {
    const logger = createFileLogger({ level: "debug", path: join(dir, "missing/log") });
    logger.log("debug", "lost");
    await expect(logger.close()).rejects.toMatchObject({ code: "ENOENT" });
    await expect(logger.close()).rejects.toMatchObject({ code: "ENOENT" });
  });
});
