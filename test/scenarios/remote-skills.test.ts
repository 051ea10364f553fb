/** Requirement S10: skills of remote origins through the built program; inert until approved, and again when they change. */
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createScriptedServer, type ScriptedServer } from "../../src/testing/index.ts";
import { createOriginServer, digestOf, indexOf, type OriginServer } from "../support/origin-server.ts";
import { createProgramWorld, type ProgramWorld } from "../support/program-world.ts";

const POWERFUL = `---
name: deploy
description: Deploys
allowed-tools: Bash(touch:*)
hooks:
  PreToolUse:
    - hooks:
        - command: touch hook-ran
---
Look at \${SKILL_DIR}/notes.md. Now: !\`touch injected-ran\`
`;
const PLAIN = "---\nname: review\ndescription: Reviews\n---\nReview with care.\n";

let origin: OriginServer;
let server: ScriptedServer;
let world: ProgramWorld;
beforeEach(async () => {
  origin = await createOriginServer();
  server = await createScriptedServer();
  world = await createProgramWorld({ env: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: "test-key" } });
  await setOrigins([origin.origin]);
  publish(POWERFUL);
});
afterEach(async () => {
  await origin.close();
  await server.close();
  await world.dispose();
});

const setOrigins = (remote: readonly string[]) =>
  writeFile(join(world.skillfulHome, "settings.json"), JSON.stringify({ skills: { remote } }));

/** `deploy` as an archive with a file beside it, `review` as a single file. */
function publish(deploy: string, changes: { readonly deployDigest?: string } = {}): void {
  const zip = zipSync({ "SKILL.md": strToU8(deploy), "notes.md": strToU8("Notes") }, { mtime: "2026-01-01" });
  origin.serve("/deploy.zip", { body: zip, headers: { "content-type": "application/zip" } });
  origin.serve("/review.md", { body: PLAIN, headers: { "content-type": "text/markdown" } });
  const skills = [
    {
      name: "deploy",
      type: "archive",
      description: "Deploys",
      url: "/deploy.zip",
      digest: changes.deployDigest ?? digestOf(zip),
    },
    { name: "review", type: "skill-md", description: "Reviews", url: "/review.md", digest: digestOf(PLAIN) },
  ];
  origin.serve("/.well-known/agent-skills/index.json", { body: indexOf(skills) });
}

const remote = (...args: string[]) => world.run(["skills", "remote", ...args]);
const traces = () => ["hook-ran", "injected-ran", "tool-ran"].filter((name) => existsSync(join(world.project, name)));

/** One call of the skill, in which the model runs a command that the skill would grant. */
function call(name: string) {
  server.setScript([{ toolCalls: [{ name: "Bash", input: { command: "touch tool-ran" } }] }, { text: "done" }]);
  return world.run(["-p", `/${name}`, "--trust", "--model", "openai-compatible/scripted-model"]);
}

describe("skills of a remote origin", () => {
  it("are fetched by command only, and then listed and callable like others", async () => {
    expect((await remote()).stdout).toBe(
      `${origin.origin}\n  nothing was fetched; skillful skills remote update does it\n`,
    );
    expect((await call("simplify")).exitCode).toBe(0);
    expect(origin.requests).toEqual([]);

    const updated = await remote("update");
    expect(updated).toMatchObject({ exitCode: 0, stderr: "" });
    expect(updated.stdout).toContain(`${origin.origin}: 2 skills. new: deploy, review.\n`);
    const asked = origin.requests.length;
    expect((await remote()).stdout).toContain("  deploy  text only  Deploys\n  review  text only  Reviews\n");
    const list = JSON.parse((await world.run(["skills", "list", "--json"])).stdout);
    expect(list.skills).toContainEqual(expect.objectContaining({ name: "deploy", source: "remote" }));
    // The bundled skill keeps the bare name.
    expect((await world.run(["skills", "show", "review"])).stdout).toMatch(/source +bundled/);
    const host = new URL(origin.origin).host;
    expect((await world.run(["skills", "show", `${host}:review`])).stdout).toContain("Review with care.");
    expect(origin.requests).toHaveLength(asked);

    expect((await remote("update")).stdout).toBe(`${origin.origin}: 2 skills. Nothing is new.\n`);
    expect(origin.requests.slice(asked)).toEqual(["/.well-known/agent-skills/index.json"]);
  });

  it("are text only until approved, also in a trusted workspace, and again after a change", async () => {
    await remote("update");
    const inert = await call("deploy");
    expect(inert.stderr).toContain(
      'This remote skill is not approved, so of the skill "deploy" these are off: its hooks, its permission for tools, the commands in its text.',
    );
    expect(traces()).toEqual([]);

    const approved = await remote("approve", "deploy");
    expect(approved.stdout).toBe(
      "deploy is approved as it is now. It allows itself Bash(touch:*); it registers hooks; it runs commands before it starts.\n",
    );
    expect((await remote()).stdout).toContain("  deploy  approved   Deploys\n");
    expect((await call("deploy")).exitCode).toBe(0);
    expect(traces()).toEqual(["hook-ran", "injected-ran", "tool-ran"]);

    publish(POWERFUL.replace("injected-ran", "changed-ran"));
    expect((await remote("update")).stdout).toContain("changed: deploy.");
    expect((await remote()).stdout).toContain("  deploy  text only  Deploys\n");
    await call("deploy");
    expect(existsSync(join(world.project, "changed-ran"))).toBe(false);

    await remote("approve", "deploy");
    const host = new URL(origin.origin).host.replace(":", "_");
    expect(await readdir(join(world.skillfulHome, "remote/skills", host, "deploy"))).toHaveLength(2);
    await remote("update");
    expect(await readdir(join(world.skillfulHome, "remote/skills", host, "deploy"))).toHaveLength(1);
    expect((await remote("revoke", "deploy")).stdout).toBe("deploy is text only again.\n");
    await call("deploy");
    expect(existsSync(join(world.project, "changed-ran"))).toBe(false);
  });

  it("are never kept when their digest is another, nor when index and file disagree; others are", async () => {
    publish(POWERFUL, { deployDigest: `sha256:${"0".repeat(64)}` });
    const wrong = await remote("update");
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stderr).toMatch(
      /"deploy" was not taken: its bytes have the digest sha256:[0-9a-f]{64}, the index says sha256:0000/,
    );
    expect(wrong.stdout).toContain("1 skill. new: review.");
    publish(POWERFUL.replace("name: deploy", "name: other"));
    expect((await remote("update")).stderr).toContain('"deploy" was not taken: its SKILL.md has the name "other".');
    const host = new URL(origin.origin).host.replace(":", "_");
    expect(await readdir(join(world.skillfulHome, "remote/skills", host))).toEqual(["review"]);
  });

  it("stay as they were when the origin fails, and go when the setting or the index drops them", async () => {
    await remote("update");
    origin.serve("/.well-known/agent-skills/index.json", { body: "sorry", status: 503 });
    const failed = await remote("update");
    expect(failed).toMatchObject({ exitCode: 1, stdout: "" });
    expect(failed.stderr).toContain(`error: the skills of ${origin.origin} cannot be had: status 503`);
    expect((await remote()).stdout).toContain("deploy");

    origin.serve("/.well-known/agent-skills/index.json", { body: indexOf([]) });
    expect((await remote("update")).stdout).toContain("0 skills. removed: deploy, review.");
    publish(POWERFUL);
    await remote("update");
    await setOrigins([]);
    expect((await world.run(["skills", "list"])).stdout).not.toContain("deploy");
    expect(await remote("approve", "deploy")).toMatchObject({ exitCode: 2, stdout: "" });
  });

  it("cannot be brought in by a workspace, trusted or not, nor from an unsafe address", async () => {
    await setOrigins([]);
    await mkdir(join(world.project, ".skillful"), { recursive: true });
    await world.write(".skillful/settings.json", JSON.stringify({ skills: { remote: [origin.origin] } }));
    for (const args of [[], ["--trust"]]) {
      expect((await world.run(["skills", "remote", "--json", ...args])).stdout).toContain('"origins": []');
    }
    await setOrigins(["http://example.com", "https://example.com/path", origin.origin]);
    const listed = JSON.parse((await remote("--json")).stdout);
    expect(listed.origins).toEqual([origin.origin]);
    expect((await world.run(["doctor"])).stdout).toContain("expected an origin such as https://example.com");
  });

  it("names what a wrong name could have meant", async () => {
    await remote("update");
    expect(await remote("approve", "deplo")).toMatchObject({
      exitCode: 1,
      stderr: "error: there is no remote skill deplo\n  did you mean deploy?\n",
    });
    expect((await remote("update", "https://other.example")).stderr).toContain("is not among the origins");
  });
});
