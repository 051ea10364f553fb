/** The diagnostics of searching directories: what was found wrong, where, and how to mend it. */
import type { Diagnostic } from "./types.ts";

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ELOOP", "its links run in a circle"],
  ["ENOENT", "it does not exist"],
  ["ENOTDIR", "it is not a directory"],
  ["EIO", "the disk reported an error"],
]);

function reasonFor(code: string): string {
  return REASONS.get(code) ?? code;
}

export function unreadableDirectory(path: string, code: string): Diagnostic {
  const message = `The directory cannot be read: ${reasonFor(code)}.`;
  const hint = "Give yourself read permission, or remove the directory.";
  return { code: "unreadable-directory", severity: "warning", path, message, hint };
}

export function unreadableFile(path: string, code: string): Diagnostic {
  const message = `The file cannot be read: ${reasonFor(code)}.`;
  const hint = "Give yourself read permission, or remove the file.";
  return { code: "unreadable-file", severity: "error", path, message, hint };
}

export function brokenLink(path: string, code: string): Diagnostic {
  const message = code === "ELOOP" ? "The link leads back to itself." : "The link leads to nothing.";
  const hint = "Point the link at an existing skill directory, or remove it.";
  return { code: "broken-link", severity: "warning", path, message, hint };
}

export function untrustedLink(path: string, real: string): Diagnostic {
  return {
    code: "untrusted-link",
    severity: "warning",
    path,
    message: `The link leads out of the project, to ${real}, and this workspace is not trusted; it was not followed.`,
    hint: "Trust the workspace if you know the target, or put a copy into the project.",
  };
}

export function linkOutOfPlugin(path: string, real: string): Diagnostic {
  return {
    code: "link-out-of-plugin",
    severity: "warning",
    path,
    message: `The link leads out of the plugin, to ${real}; it was not followed.`,
    hint: "Put a copy of the target into the plugin.",
  };
}

/** For a folder or a file that is already loaded under another path. */
export function alreadyFound(path: string, real: string): Diagnostic {
  const message = `This leads to ${real}, which is loaded already; it counts once.`;
  return { code: "already-loaded", severity: "info", path, message };
}

export function notRegularFile(path: string): Diagnostic {
  const message = "This is not a regular file, so it was not opened.";
  const hint = "Replace it by a text file.";
  return { code: "not-a-regular-file", severity: "error", path, message, hint };
}

export function misspelledFileName(path: string, name: string): Diagnostic {
  return {
    code: "misspelled-file-name",
    severity: "warning",
    path,
    message: `The file is named ${name}; the right spelling is SKILL.md. It is loaded, but other programs may not find it.`,
    hint: `Rename ${name} to SKILL.md.`,
  };
}

export function skillFileInRoot(path: string): Diagnostic {
  return {
    code: "skill-file-in-root",
    severity: "warning",
    path,
    message: "A SKILL.md directly in a skills directory has no folder to take its name from, so it is not loaded.",
    hint: "Move it into a folder of its own, such as my-skill/SKILL.md.",
  };
}

export function tooDeep(path: string, limit: number): Diagnostic {
  return {
    code: "too-deep",
    severity: "info",
    path,
    message: `Folders below this one were not searched: skills may lie under at most ${limit} grouping folders.`,
    hint: "Move the skills nearer to the skills directory.",
  };
}

export function tooManyFolders(path: string, limit: number): Diagnostic {
  return {
    code: "too-many-folders",
    severity: "warning",
    path,
    message: `The search ended after ${limit} folders; skills beyond them are not loaded.`,
    hint: "Look for a link to a large tree inside this directory.",
  };
}
