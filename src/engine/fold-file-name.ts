/** Brings a path into the form in which rules that forbid compare it: disks differ in which spellings open one file. */

/** Characters that HFS+ leaves out of names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Case counts for nothing, as on most disks of macOS and Windows, and composed and decomposed accents are one. */
export function foldFileName(path: string): string {
  return path.normalize("NFC").replace(IGNORED, "").toUpperCase().toLowerCase();
}

/** As Windows reads it: without a stream (`.env::$DATA`) and without dots and blanks at the end of a name. */
export function foldWindowsName(path: string): string {
  return foldFileName(path)
    .split("/")
    .map((name) => name.replace(/:.*$/s, "").replace(/(?<=[^. ])[. ]+$/, ""))
    .join("/");
}
