import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createToolSandbox, type ToolSandbox } from "../../../test/support/tool-sandbox.ts";
import { bashTool } from "./bash.ts";

let box: ToolSandbox;
beforeEach(() => {
  box = createToolSandbox();
});
afterEach(() => box.remove());

const bash = (command: string, more: object = {}) => box.run(bashTool, { command, ...more });

describe("Bash", () => {
  it("returns output, and the exit code when it is not zero", async () => {
    expect(await bash("pwd -P; echo err >&2")).toEqual({ text: `${box.cwd}\nerr`, isError: false, touched: [] });
    expect(await bash("true")).toMatchObject({ text: "(No output.)", isError: false });
    expect(await bash("echo a; exit 3")).toMatchObject({ text: "a\n\n(Exit code 3.)", isError: true });
    expect(await bash("kill -9 $$")).toMatchObject({ text: "(Ended by a signal.)", isError: true });
  });

  it("starts afresh each time, without input", async () => {
    await bash("cd /; X=1");
    expect((await bash("pwd -P; echo [$X]; cat")).text).toBe(`${box.cwd}\n[]`);
  });

  it("says that the timeout ended it", async () => {
    const result = await bash("echo begun; sleep 1000", { timeout: 300 });
    expect(result).toMatchObject({ isError: true });
    expect(result.text).toBe("begun\n\n(Ended by the timeout after 300 ms, with everything it had started.)");
  });

  it("cuts long output in the middle", async () => {
    const { text } = await bash("seq 100000");
    expect(text.length).toBeLessThan(31_000);
    expect(text).toMatch(/^1\n2\n[\s\S]*bytes cut here[\s\S]*100000$/);
  });

  it("reports a working directory that is gone", async () => {
    const result = await box.run(bashTool, { command: "ls" }, { cwd: `${box.cwd}/gone` });
    expect(result).toMatchObject({ isError: true });
    expect(result.text).toContain("does not exist");
  });

  it("rejects on abort", async () => {
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(box.run(bashTool, { command: "ls" }, { signal })).rejects.toThrow("stop");
  });
});
