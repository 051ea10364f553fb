/** Commands before the rules that deny or ask, with the real parser: what no spelling of a command gets past. */
import { describe, expect, it } from "vitest";
import { decideCommandLine as decide, type TestRules as Rules } from "./test-decide.ts";

const verdict = (command: string, rules: Rules) => decide(command, rules).decision;

/** Commands that run code which stands nowhere on the line as a command, or under another name. */
const UNSEEN = [
  "echo 'rm x' | sh",
  "bash <<< 'rm x'",
  "bash <<'E'\nrm x\nE",
  "bash -s < x",
  "bash -x /dev/stdin",
  "bash -",
  "source /dev/stdin <<< 'rm x'",
  ". <(echo rm x)",
  "bash <(echo rm x)",
  "bash /proc/self/fd/0",
  "bash -c $X",
  "sh $X",
  `sudo ${"a ".repeat(300)} rm x`,
  "shopt -s expand_aliases\nalias foo=rm\nfoo x",
  "hash -p /bin/rm foo; foo x",
  "enable -f ./x.so foo; foo",
  "trap -- $X EXIT",
  `watch ${Array.from({ length: 60 }, (_, at) => `'a${at} b'`).join(" ")} 'rm x'`,
];

describe("rules that forbid", () => {
  it.each([
    ["Bash(rm *)", "rm -rf x"],
    ["Bash(rm *)", "npm test && rm x"],
    ["Bash(rm *)", "echo $(rm x)"],
    ["Bash(rm *)", "\\rm x"],
    ["Bash(rm *)", "r''m x"],
    ["Bash(rm *)", "$'rm' x"],
    ["Bash(rm *)", "/bin/rm x"],
    ["Bash(rm *)", "sudo -u root rm x"],
    ["Bash(rm *)", "env -i A=1 rm x"],
    ["Bash(rm *)", "find . -exec rm {} ;"],
    ["Bash(rm *)", "xargs -I{} rm {}"],
    ["Bash(rm *)", "timeout 5 nice rm x"],
    ["Bash(rm *)", "bash -xc 'rm x'"],
    ["Bash(rm *)", "eval rm x"],
    ["Bash(rm *)", "trap 'rm x' EXIT"],
    ["Bash(rm *)", "PATH=/x LD_PRELOAD=y rm x"],
    ["Bash(rm *)", "rm x ' unterminated"],
    ["Bash(rm *)", "rm x; (("],
    ["Bash(rm *)", "RM x"],
    ["Bash(rm *)", "/bin/Rm x"],
    ["Bash(rm *)", "$'rm\\0y' x"],
    ["Bash(rm *)", "r\\\nm x"],
    ["Bash(rm *)", "env -S 'rm x'"],
    ["Bash(rm *)", "env -iS'rm x'"],
    ["Bash(rm *)", "env --split-string='rm x' y"],
    ["Bash(rm *)", "env -C / bash -c 'rm x'"],
    ["Bash(rm *)", "sudo bash -c 'rm x'"],
    ["Bash(rm *)", "sudo env FOO=1 sh -c 'echo; rm x'"],
    ["Bash(rm *)", "find . -exec sh -c 'rm {}' ;"],
    ["Bash(rm *)", "xargs -I{} sh -c 'rm {}'"],
    ["Bash(rm *)", "busybox sh -c 'rm x'"],
    ["Bash(rm *)", "bash -c -- 'rm x'"],
    ["Bash(rm *)", "bash -c -e 'rm x'"],
    ["Bash(rm *)", "bash -Cc 'rm x'"],
    ["Bash(rm *)", "bash -O extglob +x -c 'rm x'"],
    ["Bash(rm *)", "bash -co posix 'rm x'"],
    ["Bash(rm *)", "fish -c 'rm x'"],
    ["Bash(rm *)", "ash -c 'rm x'"],
    ["Bash(rm *)", "trap -- 'rm x' EXIT"],
    ["Bash(rm *)", "watch -n 1 'rm x'"],
    ["Bash(rm *)", "su root -c 'rm x'"],
    ["Bash(rm *)", "script -qc 'rm x' /dev/null"],
    ["Bash(rm *)", "flock f -c 'rm x'"],
    ["Bash(rm *)", "parallel 'rm {}' ::: a"],
    ["Bash(rm *)", "ssh host 'rm x'"],
    ["Bash(rm *)", "ssh host cd y '&&' rm x"],
    ["Bash(rm *)", "watch 'sudo bash -c \"rm x\"'"],
    ["Bash(rm *)", "pkexec rm x"],
    ["Bash(rm *)", "systemd-run --user rm x"],
    ["Bash(rm *)", "npx rm x"],
    ["Bash(rm *)", "PAGER='rm x' man ls"],
    ["Bash(rm *)", "GIT_SSH_COMMAND='rm x' git fetch"],
    ["Bash(rm *)", "git -c core.pager='rm x' log"],
    ["Bash(rm *)", "git -c alias.z='!rm x' z"],
    ["Bash(rm *)", "git -calias.z='!rm x' z"],
    ["Bash(rm *)", "git bisect run rm x"],
    ["Bash(rm *)", "git submodule foreach 'rm x'"],
    ["Bash(rm *)", "git rebase -x 'rm x' HEAD"],
    ["Bash(rm *)", "git rebase --exec='rm x' HEAD"],
    ["Bash(rm *)", "make SHELL='rm x'"],
    ["Bash(rm *)", "mapfile -C 'rm x' -c 1 a"],
    ["Bash(git push:*)", "git -c alias.p=push p origin"],
    ["Bash(git push:*)", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p"],
    ["Bash(git push:*)", "git --attr-source HEAD push"],
    ["Bash(git push:*)", "git --new-option-of-git value push"],
    ["Bash(git push:*)", "/usr/lib/git-core/git-push origin"],
    ["Bash(git push:*)", "git -C /x --no-pager push origin"],
    ["Bash(git push:*)", 'git "push"'],
    ["Bash(curl:*)", "command -p curl x"],
    ["Bash(npm test)", "npm test"],
    ["Read(secret/**)", "cat secret/key"],
    ["Read(.env)", "cat < .env"],
    ["Edit(out/**)", "npm test > out/x"],
    ["Edit", "echo x > y"],
    ["Bash", "ls"],
  ])("deny %s stops: %s", (rule, command) => {
    expect(verdict(command, { deny: [rule], allow: ["Bash"] })).toBe("deny");
    expect(verdict(command, { deny: [rule], mode: "bypass" })).toBe("deny");
  });

  it.each([
    "cat .env",
    "cat sub/.ENV",
    "base64 .env",
    "cp .env x",
    "ln -s .env x",
    "sed p .env",
    "source .env",
    ". ./.env",
    "bash .env",
    "dd if=.env",
    "diff .env /dev/null",
    "docker run --env-file=.env x",
    "docker run --env-file .env x",
    "curl -d @.env u",
    "curl -F f=@.env u",
    "curl file:///home/dev/app/.env",
    "git show HEAD:.env",
    "git diff --no-index .env /dev/null",
    "tar c .env",
    "cd sub && cat .env",
    "cd sub && cat < .env",
    "head -c9 ./x/../.env",
    "cat {.env,x}",
    "f=.env; cat $f",
    "for f in a .env; do cat $f; done",
    "cat $(echo .env)",
    "sudo cat .env",
    "sudo sh -c 'cat .env'",
    "watch 'cat .env'",
    "cat ~/.ssh/id",
    "cat $HOME/.ssh/id",
    'cat "$HOME/.ssh/id"',
    "cat ${HOME}/.ssh/id",
    "cat < ~/.ssh/id",
    "cat ~dev/.ssh/id",
    "tar c ~/.ssh",
    "cd ~/.ssh; cat id",
    "cd; cat .ssh/../.ssh/id",
    "cd ~ && cat .ssh/id",
    "grep -r . secret",
    "cp -r secret out",
    "cd secret; cat key",
    "pushd secret; cat key",
    "rm .env",
    "echo x > .env",
  ])("a file that may not be read is not read by: %s", (command) => {
    const deny = ["Read(.env)", "Read(~/.ssh/**)", "Read(secret/**)"];
    expect(verdict(command, { deny, allow: ["Bash"] })).toBe("deny");
    expect(verdict(command, { deny, mode: "bypass" })).toBe("deny");
    expect(verdict(command, { ask: deny, mode: "bypass" })).toBe("ask");
  });

  it.each([
    "cat .en?",
    "cat .e*",
    "cat .[e]nv",
    "cat .env*",
    "cat */.env",
    "cat secret/*",
    "cat s*t/key",
    "cat ~/.s*/id",
    "cat ~/.ssh/*",
    "cat < .en?",
    "tar c s?cret",
    `cat ${Array.from({ length: 2400 }, (_, at) => at.toString(36)).join(" ")}`,
    "cd a; cd b; cd c; cd d; cd e; cat x",
  ])("a file that may not be read may be meant by: %s", (command) => {
    const deny = ["Read(.env)", "Read(~/.ssh/**)", "Read(secret/**)"];
    expect(verdict(command, { deny, allow: ["Bash"] })).toBe("ask");
    expect(verdict(command, { deny, mode: "bypass" })).toBe("ask");
  });

  it.each([
    "ls *.ts",
    "cat *.ts",
    "cat src/*",
    "cat ?env",
    "git add .",
    "git commit -m 'mend .env'",
    "npm run secret",
    "git checkout secret",
    "echo .env",
    "echo > out secret",
    "cat $X",
    "docker compose up",
    "curl https://example.com/secret/x",
  ])("a file that may not be read is not meant by: %s", (command) => {
    const deny = ["Read(.env)", "Read(~/.ssh/**)", "Read(secret/**)"];
    expect(verdict(command, { deny, allow: ["Bash"] })).toBe("allow");
  });

  it.each([
    "cp a out/x",
    "cp -t out a",
    "mv a out/x",
    "mv out/x a",
    "rm out/x",
    "rm -r out",
    "sed -i s/a/b/ out/x",
    "tee out/x",
    "dd of=out/x",
    "touch out/x",
    "sudo tee out/x",
    "cd out && touch x",
  ])("a file that may not be edited is not edited by: %s", (command) => {
    expect(verdict(command, { deny: ["Edit(out/**)"], allow: ["Bash"] })).toBe("deny");
  });

  it.each(["cp out/x a", "sed p out/x", "cat out/x", "dd if=out/x of=a"])(
    "a file that may not be edited can be read by: %s",
    (command) => {
      expect(verdict(command, { deny: ["Edit(out/**)"], allow: ["Bash"] })).toBe("allow");
    },
  );

  it.each([
    ["Bash(rm *)", "rmdir x"],
    ["Bash(rm *)", "echo rm x"],
    ["Bash(rm *)", "git rm x"],
    ["Bash(git push:*)", "git commit -m push"],
    ["Bash(git push:*)", "git pushx"],
    ["Bash(rm *)", "ls $X"],
    ["Bash(rm *)", "echo bash -c 'rm x'"],
    ["Bash(rm *)", "git commit -m 'rm x'"],
    ["Bash(rm *)", "git grep -e 'rm x'"],
    ["Bash(rm *)", "timeout 5 grep 'rm x' y"],
    ["Bash(rm *)", "NODE_ENV='rm x' npm test"],
    ["Bash(rm *)", "bash scripts/build.sh --rm"],
    ["Bash(rm *)", "source scripts/env.sh"],
    ["Bash(rm *)", "alias; hash -r; bash --version"],
    ["Bash(git push:*)", "git --no-pager log"],
  ])("deny %s does not stop: %s", (rule, command) => {
    expect(verdict(command, { deny: [rule], allow: ["Bash"] })).toBe("allow");
  });

  it("asks in every mode where a forbidden command may be meant", () => {
    for (const command of [
      "$X -rf y",
      "{rm,x}",
      "r? x",
      "git $X",
      'git "$(echo push)" y',
      "git --exec-path=/x p",
      "(( x )); ls",
      "eval $X",
    ].concat(UNSEEN)) {
      expect(verdict(command, { deny: ["Bash(rm *)", "Bash(git push *)"], mode: "bypass" })).toBe("ask");
    }
    expect(verdict("$X -rf y", { mode: "bypass" })).toBe("allow");
  });

  it("holds ask rules against allow rules and against bypass", () => {
    expect(verdict("git push", { ask: ["Bash(git push:*)"], allow: ["Bash"] })).toBe("ask");
    expect(verdict("git push", { ask: ["Bash(git push:*)"], mode: "bypass" })).toBe("ask");
    expect(verdict("git push", { ask: ["Bash(git:*)"], deny: ["Bash(git push)"] })).toBe("deny");
  });

  it("asks before removals that nobody means, in every mode", () => {
    for (const target of ["/", "/*", "~", "$HOME", "~/*", ".", "..", "*", "/home", '"$DIR"/*', "/home/dev/app"]) {
      expect(verdict(`rm -rf ${target}`, { mode: "bypass" }), target).toBe("ask");
      expect(verdict(`sudo rm -r --force ${target}`, { allow: ["Bash"] }), target).toBe("ask");
    }
    for (const target of ["node_modules", "./dist", "/home/dev/app/dist/*", "/tmp/x/y"]) {
      expect(verdict(`rm -rf ${target}`, { mode: "bypass" }), target).toBe("allow");
    }
  });

  it("asks about everything while a rule that forbids cannot be read", () => {
    expect(verdict("ls", { deny: ["Bash(rm"], mode: "bypass" })).toBe("ask");
  });
});
