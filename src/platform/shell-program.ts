/** Finds the program that runs a command line: bash, else sh; PowerShell where a skill asks for it. */
import { access, constants } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";

export type ShellKind = "bash" | "powershell";

/** Program and arguments that run `command` with standard error joined to standard output where that is possible. */
export interface ShellInvocation {
  readonly program: string;
  readonly args: readonly string[];
}

/** The first of `names` that is an executable file on `path` (a PATH value), as an absolute path. */
export async function findExecutable(names: readonly string[], path: string | undefined): Promise<string | undefined> {
  for (const name of names) {
    for (const directory of (path ?? "").split(delimiter)) {
      if (directory === "") continue;
      const candidate = join(directory, name);
      const usable = await access(candidate, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (usable) return candidate;
    }
  }
  return undefined;
}

/** Undefined when no such shell is installed. */
export async function resolveShell(
  kind: ShellKind,
  command: string,
  path: string | undefined,
): Promise<ShellInvocation | undefined> {
  if (kind === "powershell") {
    const program = await findExecutable(
      process.platform === "win32" ? ["pwsh.exe", "powershell.exe"] : ["pwsh"],
      path,
    );
    return program === undefined
      ? undefined
      : { program, args: ["-NoProfile", "-NonInteractive", "-Command", command] };
  }
  if (process.platform === "win32") {
    const program = await findGitBash(path);
    return program === undefined ? undefined : { program, args: ["--norc", "-c", command] };
  }
  const program = await findPosixShell(path);
  // The outer sh joins both streams in one pipe before it becomes the real shell, so that lines keep their true order.
  return {
    program: "/bin/sh",
    args: ["-c", 'exec "$@" 2>&1', "sh", program, ...withoutStartFiles(program), "-c", command],
  };
}

/** As `resolveShell` for bash, with the two output streams apart. */
export async function resolveHookShell(
  command: string,
  path: string | undefined,
): Promise<ShellInvocation | undefined> {
  if (process.platform === "win32") return resolveShell("bash", command, path);
  const program = await findPosixShell(path);
  return { program, args: [...withoutStartFiles(program), "-c", command] };
}

async function findPosixShell(path: string | undefined): Promise<string> {
  return (await findExecutable(["bash", "sh"], path)) ?? "/bin/sh";
}

/** The program that commands run in here; undefined when there is none. `path` is a PATH value. */
export async function findCommandShell(path: string | undefined): Promise<string | undefined> {
  return process.platform === "win32" ? findGitBash(path) : findPosixShell(path);
}

/**
 * Bash takes an input that is a socket for a remote login and reads `~/.bashrc` even for `-c`; Node's pipes are sockets. A
 * command must not depend on, or be changed by, a person's start file.
 */
function withoutStartFiles(program: string): readonly string[] {
  return basename(program) === "bash" ? ["--norc"] : [];
}

/** The `bash.exe` in the Windows system directory starts WSL, another file system; it is never the one meant. */
async function findGitBash(path: string | undefined): Promise<string | undefined> {
  const outsideSystem = (path ?? "")
    .split(delimiter)
    .filter((directory) => !/\\windows\\system32\\?$/i.test(directory))
    .join(delimiter);
  const installed = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"]
    .map((variable) => process.env[variable])
    .filter((directory) => directory !== undefined)
    .flatMap((directory) => [join(directory, "Git", "bin"), join(directory, "Programs", "Git", "bin")]);
  return findExecutable(["bash.exe"], [outsideSystem, ...installed].join(delimiter));
}
