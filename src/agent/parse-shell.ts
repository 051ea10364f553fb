/** Reads a bash command line with the unbash parser and keeps what a permission decision needs. */
import { forEachChild, type ParsedScript, parse, type SyntaxNode, type Word } from "unbash";
import {
  messageOf,
  type ShellAnalysis,
  type ShellAssignment,
  type ShellCommand,
  type ShellRedirect,
  type ShellWord,
} from "../engine/index.ts";

type Node<Type extends SyntaxNode["type"]> = Extract<SyntaxNode, { type: Type }>;

/** Longer command lines are scripts; nobody can judge them at a glance, and neither does this. */
const MAX_COMMAND_CHARS = 10_000;

/** Tests that evaluate their operands as arithmetic, in which an array subscript may run a command. */
const ARITHMETIC_TESTS = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v", "-R"]);

/** The `ShellParser` port. Finds commands wherever they hide: in substitutions, function bodies, here-documents. */
export function parseShell(command: string): ShellAnalysis {
  if (command.length > MAX_COMMAND_CHARS) {
    return { commands: [], redirects: [], unclear: [`more than ${MAX_COMMAND_CHARS} characters`] };
  }
  if (command.includes("\0")) return { commands: [], redirects: [], unclear: ["a NUL character"] };
  const commands: ShellCommand[] = [];
  const redirects: ShellRedirect[] = [];
  const unclear: string[] = [];

  /** The grammar of the shell sets variables too; one such as `PATH` decides what runs afterwards. */
  function assign(name: string, values: readonly Word[]): void {
    const texts = values.length === 0 ? ["\u2026"] : values.map((word) => readWord(word).text);
    commands.push({ words: [], assignments: texts.map((text) => ({ name, text: `${name}=${text}` })) });
  }

  function visit(node: SyntaxNode): void {
    switch (node.type) {
      case "Script":
        for (const error of (node as ParsedScript).errors ?? []) unclear.push(`a syntax error: ${error.message}`);
        break;
      case "Command":
        commands.push(readCommand(node));
        break;
      case "Redirect": {
        const redirect = readRedirect(node);
        if (redirect === "unclear") unclear.push("a redirection without a target");
        else if (redirect) redirects.push(redirect);
        break;
      }
      case "For":
      case "Select":
        assign(node.name.text, node.wordlist ?? []);
        break;
      case "FileDescriptorVariable":
        // `{name}>file` stores the number of the descriptor.
        assign(node.name, []);
        break;
      case "ArithmeticWord":
        // The value of a variable is evaluated again, array subscripts and the commands in them included.
        if (!/^\d+$/.test(node.value)) unclear.push("arithmetic with variables");
        break;
      case "ArithmeticCommand":
      case "ArithmeticFor":
        unclear.push("an arithmetic command");
        break;
      case "TestUnary":
      case "TestBinary":
        if (ARITHMETIC_TESTS.has(node.operator)) unclear.push(`the test ${node.operator}`);
        break;
      case "ParameterExpansion":
        if (!isPlainExpansion(node)) unclear.push(`the expansion ${node.text}`);
        // `${name:=word}` assigns as well.
        else if (/^:?=$/.test(node.operation?.operator ?? "")) assign(node.parameter, []);
        break;
      case "Assignment":
        if (node.index !== undefined && !/^\d+$/.test(node.index.text)) unclear.push(`the subscript in ${node.text}`);
        break;
      case "Coproc":
        unclear.push("a coprocess");
        break;
      default:
        break;
    }
    forEachChild(node, visit);
  }

  try {
    visit(parse(command));
  } catch (error) {
    // The parser is made to recover from anything; what surprises it must not count as understood.
    unclear.push(`something that cannot be parsed (${messageOf(error)})`);
  }
  return { commands, redirects, unclear };
}

function readCommand(node: Node<"Command">): ShellCommand {
  const assignments: ShellAssignment[] = [];
  for (const item of node.prefix) {
    if (item.type === "Assignment") assignments.push({ name: item.name, text: assignmentText(item) });
  }
  const words = node.args.map(
    (argument): ShellWord =>
      argument.type === "Word"
        ? readWord(argument)
        : { text: assignmentText(argument), isLiteral: argument.value.type === "Word" && isLiteral(argument.value) },
  );
  return { words: node.name ? [readWord(node.name), ...words] : words, assignments };
}

function readRedirect(node: Node<"Redirect">): ShellRedirect | "unclear" | undefined {
  if (!node.target) return "unclear";
  const target = readWord(node.target);
  switch (node.operator) {
    case "<":
      return { target, access: "read" };
    case "<&":
    case ">&":
      // `2>&1` copies a descriptor; `>& file` writes a file.
      return /^(?:\d+-?|-)$/.test(target.text) && target.isLiteral ? undefined : { target, access: "write" };
    case ">":
    case ">>":
    case ">|":
    case "&>":
    case "&>>":
    case "<>":
      return { target, access: "write" };
    default:
      return node.operator satisfies never;
  }
}

function readWord(word: Word): ShellWord {
  return isLiteral(word) ? { text: word.value, isLiteral: true } : { text: word.text, isLiteral: false };
}

function assignmentText(node: Node<"Assignment">): string {
  const isPlain = node.value.type === "Word" && isLiteral(node.value) && node.index === undefined && !node.append;
  return isPlain && node.value.type === "Word" ? `${node.name}=${node.value.value}` : node.text;
}

function isLiteral(word: Word): boolean {
  // Bash expands `~` also in words that look like assignments.
  if (/^(?:[A-Za-z_]\w*=(?:.*:)?)?~/s.test(word.text)) return false;
  return (word.parts ?? []).every((part) => {
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
      case "AnsiCQuoted":
        return true;
      case "DoubleQuoted":
      case "LocaleString":
        return part.parts.every((child) => child.type === "Literal");
      default:
        return false;
    }
  });
}

/** `${name}`, `${#name}`, `${name:-word}` and the like. Subscripts, slices, `${!name}` and `${name@P}` evaluate more. */
function isPlainExpansion(node: Node<"ParameterExpansion">): boolean {
  if (node.prefix === "!" || (node.index !== undefined && !/^(?:\d+|[@*])$/.test(node.index.text))) return false;
  switch (node.operation?.type) {
    case undefined:
    case "Default":
    case "Remove":
    case "Replace":
    case "CaseModification":
      return true;
    default:
      return false;
  }
}
