/** What a shell command line would do, as far as it can be told without running it; the port for the parser that tells. */

export interface ShellWord {
  /** The word as the program receives it, quotes removed; its source text where it is not literal. */
  readonly text: string;
  /** False when the shell computes it: variables, substitutions, globs, braces, `~`. */
  readonly isLiteral: boolean;
}

export interface ShellAssignment {
  readonly name: string;
  /** As written: `NODE_ENV=test`. */
  readonly text: string;
}

/** One program or builtin with its arguments, wherever in the command line it stands, also inside substitutions. */
export interface ShellCommand {
  /** Empty when there are only assignments. */
  readonly words: readonly ShellWord[];
  /** In front of the command: `A=1 B=2 command`. */
  readonly assignments: readonly ShellAssignment[];
}

/** A file that the shell itself opens, by `<`, `>` and their relatives. */
export interface ShellRedirect {
  readonly target: ShellWord;
  readonly access: "read" | "write";
}

export interface ShellAnalysis {
  readonly commands: readonly ShellCommand[];
  readonly redirects: readonly ShellRedirect[];
  /**
   * Why there may be more to it than the lists say, as noun phrases (`a syntax error: …`). Empty when everything was
   * understood.
   */
  readonly unclear: readonly string[];
}

/** Never throws: what cannot be parsed is `unclear`, with the commands that were found so far. */
export type ShellParser = (command: string) => ShellAnalysis;
