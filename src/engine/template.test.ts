import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandTemplate, expandVariables, type TemplateInput } from "./template.ts";

const VARIABLES = { skillDir: "/skills/s", sessionId: "id-1", projectDir: "/proj" };

interface Given extends Partial<Omit<TemplateInput, "skill">> {
  readonly names?: readonly string[];
  readonly argumentHint?: string;
}

function expand(body: string, args = "", { names = [], argumentHint, ...more }: Given = {}): string {
  const expanded = expandTemplate({
    body,
    args,
    skill: {
      arguments: names.map((name) => ({ name })),
      shell: "bash",
      ...(argumentHint !== undefined && { argumentHint }),
    },
    variables: VARIABLES,
    commands: "keep",
    ...more,
  });
  if (expanded.kind === "unsafe") throw new Error(expanded.reason);
  return expanded.segments.map((segment) => (segment.kind === "text" ? segment.text : `<${segment.command}>`)).join("");
}

describe("arguments", () => {
  it.each([
    ["Hello, $ARGUMENTS!", "Alice", "Hello, Alice!"],
    ["Hello, $ARGUMENTS!", "", "Hello, !"],
    ["[$ARGUMENTS]", '"a  b" c', '["a  b" c]'],
    ["$0-$1", '"a b" c', "a b-c"],
    ["$ARGUMENTS[0]-$ARGUMENTS[1]", "a b", "a-b"],
    ["$0 $1 $2", "a", "a $1 $2"],
    ["$0 $ARGUMENTS[3]", "", "$0 $ARGUMENTS[3]"],
    ["$10", "a b", "$10\n\nARGUMENTS: a b"],
    ["$1st $0x $ARGUMENTS_LIST $ARGUMENTSX", "a b", "$1st $0x $ARGUMENTS_LIST $ARGUMENTSX\n\nARGUMENTS: a b"],
    ["$ARGUMENTS[x]", "a", "a[x]"],
    ["Do it.", "now", "Do it.\n\nARGUMENTS: now"],
    ["Do it.\n", "now", "Do it.\n\nARGUMENTS: now"],
    ["Do it.\n\n\n", "now", "Do it.\n\n\nARGUMENTS: now"],
    ["Do it.", "", "Do it."],
    ["Do it.", " \n ", "Do it. "],
    ["Fee $0.10", "red green", "Fee red.10"],
    ["$HOME ${HOME} $(x) $$", "a", "$HOME ${HOME} $(x) $$\n\nARGUMENTS: a"],
  ])("%j with %j is %j", (body, args, text) => expect(expand(body, args).trimEnd()).toBe(text.trimEnd()));
});

describe("declared names", () => {
  it.each([
    [["file", "mode"], "$file in $mode", "a.ts fast", "a.ts in fast"],
    [["file"], "$file and $other", "a.ts", "a.ts and $other"],
    [["file", "mode"], "$file in [$mode]", "a.ts", "a.ts in []"],
    [["file", "file-name"], "$file-name $file", "a b", "b a"],
    [["a.b", "c(d", "e*", "f-g", "h[", "i|j"], "$a.b $c(d $e* $f-g $h[ $i|j", "1 2 3 4 5 6", "1 2 3 4 5 6"],
    [["name"], "$names $name", "x", "$names x"],
    [["名前"], "$名前。", "x", "x。"],
  ])("%j in %j", (names, body, args, text) => expect(expand(body, args, { names })).toBe(text));
});

describe("code", () => {
  const body = "`$1` $1\n```sh\nawk '{print $1}' $ARGUMENTS\n```\n";
  it("keeps a bare $N, and nothing else", () => {
    expect(expand(body, "a b")).toBe("`$1` b\n```sh\nawk '{print $1}' a b\n```\n");
  });
  it("takes it when the skill declares arguments or a hint", () => {
    const text = "`b` b\n```sh\nawk '{print b}' a b\n```\n";
    expect(expand(body, "a b", { argumentHint: "[x] [y]" })).toBe(text);
    expect(expand(body, "a b", { names: ["x"] })).toBe(text);
  });
  it("does not count as using the arguments", () => {
    expect(expand("`$0`", "a")).toBe("`$0`\n\nARGUMENTS: a");
  });
});

describe("a backslash", () => {
  it.each([
    ["\\$ARGUMENTS \\$0 \\$file", "$ARGUMENTS $0 $file\n\nARGUMENTS: x"],
    ["\\\\$0", "\\\\x"],
    ["\\$HOME \\$other \\n", "\\$HOME \\$other \\n\n\nARGUMENTS: x"],
    ["\\${CLAUDE_SKILL_DIR} $0", "\\/skills/s x"],
    ["`\\$1`", "`$1`\n\nARGUMENTS: x"],
  ])("%j is %j", (body, text) => expect(expand(body, "x", { names: ["file"] })).toBe(text));
});

describe("variables", () => {
  it("have a long and a short name", () => {
    const names = ["SKILL_DIR", "SESSION_ID", "PROJECT_DIR", "EFFORT"];
    const body = names.flatMap((name) => [`\${${name}}`, `\${CLAUDE_${name}}`]).join(" ");
    expect(expand(body, "", { variables: { ...VARIABLES, effort: "high" } })).toBe(
      "/skills/s /skills/s id-1 id-1 /proj /proj high high",
    );
    expect(expand("[${EFFORT}]")).toBe("[]");
  });
  it("of plugins exist only in plugins", () => {
    expect(expand("${CLAUDE_PLUGIN_ROOT}")).toBe("${CLAUDE_PLUGIN_ROOT}");
    expect(expand("${CLAUDE_PLUGIN_ROOT}", "", { variables: { ...VARIABLES, pluginRoot: "/p" } })).toBe("/p");
  });
  it("with a default of their own, and others, are left alone", () => {
    const body = "${CLAUDE_SKILL_DIR:-x} ${CLAUDE_X:-y} ${CLAUDE_OTHER} $CLAUDE_SKILL_DIR ${PLUGIN_ROOT}";
    expect(expand(body)).toBe(body);
  });
  it("are filled in rules too, and nothing else is", () => {
    expect(expandVariables("Bash(${CLAUDE_SKILL_DIR}/run.sh $ARGUMENTS:*)", VARIABLES)).toBe(
      "Bash(/skills/s/run.sh $ARGUMENTS:*)",
    );
  });
});

describe("what is inserted", () => {
  const special = [
    "$&",
    "$1",
    "$`",
    "$'",
    "$$",
    "$ARGUMENTS",
    "$0",
    "${CLAUDE_SESSION_ID}",
    "a\\b",
    "one\ntwo\nthree",
    "!`x`",
  ];
  it.each(special)("%j stays as it is", (args) => {
    expect(expand("A=[$ARGUMENTS] B=[$ARGUMENTS]", args)).toBe(`A=[${args}] B=[${args}]`);
  });
  it("is never looked at again, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...special), fc.string()), (args) => {
        expect(expand("[$ARGUMENTS]", args)).toBe(`[${args}]`);
        expect(expand("[$who]", `'${args.replaceAll("'", `'"'"'`)}'`, { names: ["who"] })).toBe(`[${args}]`);
      }),
    );
  });
  it("opens no command", () => {
    expect(expand("Q: $ARGUMENTS", "!`touch x`", { commands: "run" })).toBe("Q: !`touch x`");
  });
});

describe("commands", () => {
  it("stay word for word where they are kept", () => {
    expect(expand("!`echo $ARGUMENTS ${SKILL_DIR}` $0", "a")).toBe("!`echo $ARGUMENTS ${SKILL_DIR}` a");
  });
  it("come back as segments, with the text around them filled", () => {
    expect(expand("$0: !`date`, $0", "a", { commands: "run" })).toBe("a: <date>, a");
  });
  it("count as using the arguments", () => {
    expect(expand("!`echo $ARGUMENTS`", "a", { commands: "run" })).toBe('<echo "${SKILLFUL_ARGUMENTS}">');
    expect(expand("!`date`", "a", { commands: "run" })).toBe("<date>\n\nARGUMENTS: a");
  });
});

it("takes linear time", () => {
  const body = "`$1` $ARGUMENTS \\$0 ${SKILL_DIR} !`x`\n".repeat(20_000);
  expect(expand(body, "a b").length).toBeGreaterThan(body.length / 2);
});
