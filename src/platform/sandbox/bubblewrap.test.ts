import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bubblewrapWorks } from "../../../test/support/bubblewrap-works.ts";
import { createNodeShell } from "../node-shell.ts";
import { createSandbox, type Sandbox, type SandboxPolicy } from "./index.ts";

const works = bubblewrapWorks();

let world: string;
let home: string;
let project: string;
let opened: Sandbox[];

beforeEach(async () => {
  world = await realpath(await mkdtemp(join(tmpdir(), "sandbox-test-")));
  home = join(world, "home");
  project = join(world, "project");
  opened = [];
  await mkdir(home);
  await put("project/.git/config", "[core]\n");
  await put("project/.git/hooks/pre-commit", "#!/bin/sh\n");
});

afterEach(async () => {
  await Promise.all(opened.map((sandbox) => sandbox.close()));
  await rm(world, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<string> {
  const target = join(world, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text);
  return target;
}

function open(policy: Partial<SandboxPolicy> = {}, env: NodeJS.ProcessEnv = process.env) {
  const sandbox = createSandbox({
    platform: "linux",
    env,
    policy: {
      workspace: [project],
      cwd: project,
      home,
      writable: [],
      hidden: [],
      readable: [home],
      network: true,
      ...policy,
    },
  });
  opened.push(sandbox);
  const shell = createNodeShell({ env, sandbox: { sandbox, mode: "on" } });
  const run = (command: string, more: { readonly signal?: AbortSignal; readonly stdin?: string } = {}) =>
    shell.run(command, { cwd: policy.cwd ?? project, timeoutMs: 20_000, ...more });
  return { sandbox, run };
}

const read = (path: string) => readFile(join(world, path), "utf8");

describe.skipIf(!works)("commands in bubblewrap", () => {
  it("write in the workspace and the temporary directory, and nowhere else", async () => {
    const { run } = open();
    const result = await run(`echo in > inside.txt && echo t > "$TMPDIR/t" && echo s > /tmp/s && echo ok`);
    expect(result).toEqual({ output: "ok\n", exitCode: 0, timedOut: false, truncated: false });
    expect(await read("project/inside.txt")).toBe("in\n");
    const outside = await run(`echo x > ${home}/outside.txt; echo x > /etc/skillful-test`);
    expect(outside.output.match(/Read-only file system/g)).toHaveLength(2);
    expect(await readdir(home)).toEqual([]);
    expect(existsSync("/etc/skillful-test")).toBe(false);
  });

  it("share their temporary directory with each other and with nobody else", async () => {
    const marker = await put("marker", "of the machine");
    const { run, sandbox } = open();
    const { output } = await run("echo kept > /tmp/kept; echo $TMPDIR");
    const temp = output.trim();
    expect(await readFile(join(temp, "kept"), "utf8")).toBe("kept\n");
    expect((await run(`cat /tmp/kept $TMPDIR/kept; cat ${marker}`)).output).toMatch(/^kept\nkept\ncat: .*marker/);
    await sandbox.close();
    expect(existsSync(temp)).toBe(false);
  });

  it("cannot read the secrets of the home directory, wherever links put them", async () => {
    await put("home/.ssh/id_ed25519", "PRIVATE");
    await put("home/.netrc", "PRIVATE");
    await put("dotfiles/npmrc", "PRIVATE");
    await put("dotfiles/aws-credentials", "PRIVATE");
    await put("dotfiles/gnupg/key", "PRIVATE");
    await symlink(join(world, "dotfiles/npmrc"), join(home, ".npmrc"));
    await mkdir(join(home, ".aws"));
    await symlink(join(world, "dotfiles/aws-credentials"), join(home, ".aws/credentials"));
    await symlink(join(world, "dotfiles/gnupg"), join(home, ".gnupg"));
    await put("home/readable.txt", "public");
    const { run } = open({ readable: [world] });
    const { output } = await run(
      `cd ${home}; cat .ssh/id_ed25519 .netrc .npmrc .aws/credentials .gnupg/key; cat ${world}/dotfiles/npmrc ` +
        `${world}/dotfiles/aws-credentials ${world}/dotfiles/gnupg/key; grep -r PRIVATE . ${world}/dotfiles; ` +
        "umount .ssh; mount -o remount,rw /; unshare -Urm umount .ssh; cat .ssh/id_ed25519; cat readable.txt",
    );
    expect(output).not.toMatch(/^PRIVATE|:PRIVATE/m);
    expect(output).toMatch(/public$/);
  });

  it("see what the settings show, and not what they hide", async () => {
    await put("home/.npmrc", "registry");
    await put("home/diary.txt", "PRIVATE");
    await put("project/.env", "PRIVATE");
    const hidden = [`!${join(home, ".npmrc")}`, join(home, "diary.txt"), join(project, ".env")];
    const { output, note } = await open({ hidden }).run(`cat ${home}/.npmrc; echo; cat ${home}/diary.txt .env`);
    expect(output).toMatch(/^registry\n/);
    expect(output.match(/Permission denied/g)).toHaveLength(2);
    expect(note).toContain("This ran in a sandbox");
  });

  it("cannot change what configures tools, nor put something in its place", async () => {
    await put("project/.claude/settings.json", "{}");
    await put("project/.envrc", "true");
    const { run, sandbox } = open();
    const attempts = [
      "echo evil > .git/hooks/post-checkout",
      "echo evil >> .git/hooks/pre-commit",
      "echo evil >> .git/config",
      "rm .git/config",
      "mv .git/config .git/other",
      "mv .git moved",
      "mv .git/hooks .git/other",
      "rm -rf .claude",
      "mv .claude moved",
      "mkdir .claude/skills",
      "echo evil > .envrc",
      "mv .envrc moved",
      "mkdir .agents",
      "mkdir -p .agents/skills",
      "rmdir .agents",
      "mv .skillful moved",
      "mkdir -p .skillful && echo evil > .skillful/settings.json",
    ];
    for (const attempt of attempts) expect([attempt, (await run(attempt)).exitCode]).not.toEqual([attempt, 0]);
    expect(await read("project/.git/config")).toBe("[core]\n");
    expect(await readdir(join(project, ".git/hooks"))).toEqual(["pre-commit"]);
    expect(await read("project/.envrc")).toBe("true");
    await sandbox.close();
    expect((await readdir(project)).sort()).toEqual([".claude", ".envrc", ".git"]);
  });

  it("can commit, in a linked working tree too", async () => {
    const git = "git -c user.name=a -c user.email=a@example.com -c core.hooksPath=/dev/null";
    spawnSync("sh", [
      "-c",
      `cd ${world} && rm -rf project && git init -q main && cd main && ${git} commit -q --allow-empty -m 0`,
    ]);
    spawnSync("git", ["worktree", "add", "-q", project], { cwd: join(world, "main") });
    const { run } = open();
    const commit = await run(`echo a > a && git add a && ${git} commit -q -m one && git log --format=%s`);
    expect(commit.output).toBe("one\n0\n");
    const own = join(world, "main/.git/worktrees/project");
    const evil = await run(`git config core.fsmonitor evil; echo ../evil > ${own}/commondir; echo x > .git; ls ..`);
    expect(evil.exitCode).toBe(0);
    expect(await readFile(join(world, "main/.git/config"), "utf8")).not.toContain("evil");
    expect(await readFile(join(own, "commondir"), "utf8")).toBe("../..\n");
  });

  it("do not make a directory writable by a .git file that names it", async () => {
    await rm(join(project, ".git"), { recursive: true });
    await put("victim/.git/worktrees/x/commondir", "../..\n");
    const other = await put("other/.git", "gitdir: ../victim/.git/worktrees/x\n");
    await put("victim/.git/worktrees/x/gitdir", `${other}\n`);
    await put("project/.git", `gitdir: ${world}/victim/.git/worktrees/x\n`);
    const { run } = open({ readable: [world] });
    expect((await run(`echo evil > ${world}/victim/.git/config`)).output).toContain("Read-only file system");
  });

  it("cannot lead git to another configuration", async () => {
    const { run } = open();
    await run("echo ../evil > .git/commondir");
    expect(existsSync(join(project, ".git/commondir"))).toBe(false);
  });

  it("work in a directory below the root of the repository, whose way there stays as it is", async () => {
    const cwd = join(project, "packages/app");
    await put("project/packages/app/.claude/settings.json", "{}");
    const { run } = open({ cwd });
    expect((await run("pwd; echo a > ../../at-root; echo b > here")).output).toBe(`${cwd}\n`);
    expect(await read("project/at-root")).toBe("a\n");
    expect((await run(`cd ${project} && mv packages moved`)).exitCode).not.toBe(0);
    expect((await run("echo evil > .claude/settings.json")).exitCode).not.toBe(0);
  });

  it("write in added directories, also when these are links", async () => {
    await mkdir(join(world, "real"));
    await symlink(join(world, "real"), join(world, "link"));
    const { run } = open({ workspace: [project, join(world, "link")], readable: [world] });
    expect((await run(`echo a > ${world}/link/a; echo b > ${world}/real/b`)).exitCode).toBe(0);
    expect((await readdir(join(world, "real"))).filter((name) => !name.startsWith("."))).toEqual(["a", "b"]);
  });

  it("cannot make more writable by replacing a link or a directory that leads to what is", async () => {
    await mkdir(join(world, "data"));
    await symlink(join(world, "data"), join(project, "link"));
    await mkdir(join(project, "a/b/added"), { recursive: true });
    const added = [join(project, "link"), join(project, "a/b/added")];
    const { run } = open({ workspace: [project, ...added], readable: [world] });
    await run(`rm link; ln -s ${home} link; mv a moved; mkdir -p a/b; ln -s ${home} a/b/added; rmdir a/b/added`);
    await run(`touch link/made a/b/added/made ${home}/made`);
    expect(await readdir(home)).toEqual([]);
  });

  it("cannot bring hidden places back by moving what holds them, nor by what is protected in them", async () => {
    await put("project/config/deep/.env", "PRIVATE");
    const hidden = [join(project, "config/deep/.env"), join(project, ".git")];
    const { run } = open({ hidden });
    await run("mv config moved; mv config/deep config/other");
    expect((await run("cat config/deep/.env config/other/.env moved/deep/.env; cat .git/config")).output).not.toMatch(
      /^PRIVATE|^\[core\]/m,
    );
  });

  it("reach the network only where it is on", async () => {
    const server = createServer((_request, response) => response.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const script = `fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log, (e) => { console.log(e.cause.code); process.exit(1) })`;
    const command = `'${process.execPath}' -e '${script}'`;
    try {
      expect((await open({ network: true }).run(command)).output).toBe("reached\n");
      const off = await open({ network: false }).run(command);
      expect(off).toMatchObject({ output: "ECONNREFUSED\n", exitCode: 1 });
      expect(off.note).toContain("the network was off");
    } finally {
      server.close();
    }
  });

  it("neither see nor signal processes outside", async () => {
    const { run } = open();
    const { output } = await run(`kill -0 ${process.pid} && echo signalled; ls -d /proc/[0-9]* | wc -l`);
    expect(output).not.toContain("signalled");
    expect(Number(output.trim().split("\n").at(-1))).toBeLessThan(10);
  });

  it("end with all that they have started, also what left the group", async () => {
    const { run } = open();
    const controller = new AbortController();
    const name = `sandboxed-${process.pid}-${Date.now()}`;
    const sleeper = (how: string) => `${how} bash -c 'trap "" TERM; exec -a ${name} sleep 1000'`;
    const running = run(`${sleeper("")} & ${sleeper("setsid")} & echo up > up; wait`, { signal: controller.signal });
    const alive = () =>
      spawnSync("pgrep", ["-f", `^${name}`], { encoding: "utf8" })
        .stdout.trim()
        .split("\n");
    while (alive().length < 2) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error("stop"));
    await expect(running).rejects.toThrow("stop");
    while (alive()[0] !== "") await new Promise((resolve) => setImmediate(resolve));
  });

  it("keep their input, their exit code and the order of their output", async () => {
    const { run } = open();
    const result = await run("cat; for i in 1 2; do echo out$i; echo err$i >&2; done; exit 3", { stdin: "in\n" });
    expect(result).toEqual({ output: "in\nout1\nerr1\nout2\nerr2\n", exitCode: 3, timedOut: false, truncated: false });
    expect((await run("[ -t 0 ] || tty; cat < /dev/tty")).output).toContain("/dev/tty");
  });

  it("leave what they put in the background running", async () => {
    const { run } = open();
    const name = `background-${process.pid}-${Date.now()}`;
    expect((await run(`(exec -a ${name} sleep 1000) > /dev/null 2>&1 & echo started`)).output).toBe("started\n");
    const [pid = ""] = spawnSync("pgrep", ["-f", `^${name}`], { encoding: "utf8" })
      .stdout.trim()
      .split("\n");
    expect(pid).not.toBe("");
    process.kill(Number(pid), "SIGKILL");
  });

  it("do not lead to the agents and buses of the person's session", async () => {
    const { run } = open({}, { ...process.env, SSH_AUTH_SOCK: "/tmp/agent", DBUS_SESSION_BUS_ADDRESS: "unix:path=/x" });
    expect((await run('echo "[$SSH_AUTH_SOCK$DBUS_SESSION_BUS_ADDRESS]"; ls -A /run/user')).output).toBe("[]\n");
  });
});

describe("a machine without a working bubblewrap", () => {
  it("says so, and how to get it", async () => {
    const { sandbox, run } = open({}, { PATH: home });
    expect(await sandbox.status()).toEqual({
      kind: "unavailable",
      reason: "bubblewrap (bwrap) is not on PATH",
      remedy: "install the package bubblewrap, such as with `apt install bubblewrap`",
    });
    await expect(run("true")).rejects.toThrow(/sandbox\.mode is on.*install the package bubblewrap/);
  });

  it("is told from one that has it installed", async () => {
    const fake = await put("bin/bwrap", "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n");
    spawnSync("chmod", ["755", fake]);
    const { sandbox } = open({}, { PATH: `${dirname(fake)}:${process.env.PATH}` });
    const status = await sandbox.status();
    expect(status).toMatchObject({ kind: "unavailable", remedy: expect.stringContaining("user namespaces") });
    expect(status).toMatchObject({ reason: expect.stringContaining("setting up uid map: Permission denied") });
  });

  it("does not take a bubblewrap that the workspace brings", async () => {
    const fake = await put("project/bin/bwrap", "#!/bin/sh\nexit 0\n");
    spawnSync("chmod", ["755", fake]);
    const { sandbox } = open({}, { PATH: dirname(fake) });
    expect(await sandbox.status()).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining("not on PATH"),
    });
  });

  it("runs commands as before in the mode auto", async () => {
    const sandbox = createSandbox({
      platform: "win32",
      env: {},
      policy: { workspace: [project], cwd: project, home, writable: [], hidden: [], readable: [], network: true },
    });
    const shell = createNodeShell({ sandbox: { sandbox, mode: "auto" } });
    expect((await shell.run("echo plain", { cwd: project, timeoutMs: 20_000 })).output).toBe("plain\n");
    expect(await sandbox.status()).toMatchObject({ kind: "unavailable", reason: "there is no sandbox for win32" });
  });
});
