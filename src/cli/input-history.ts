/** Remembers what the person typed across sessions, in a file only they can read. */
import { appendFile, chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const KEPT_ENTRIES = 1000;
/** The file is cut back to the newest entries when it holds this many times more than are kept. */
const SLACK = 2;

export interface InputHistory {
  /** Newest first, without repetitions. */
  readonly entries: readonly string[];
  /** Adds one entry. Never rejects: a history that cannot be written must not cost the message. */
  add(message: string): Promise<void>;
}

/** Loads `path`, JSON text one entry a line. A missing or damaged file is an empty history; damaged lines are dropped. */
export async function loadInputHistory(path: string): Promise<InputHistory> {
  const stored = parseHistory(await readFile(path, "utf8").catch(() => ""));
  const entries = [...new Set(stored.toReversed())].slice(0, KEPT_ENTRIES);
  if (stored.length > KEPT_ENTRIES * SLACK) await store(() => writeFile(path, formatEntries(entries.toReversed())));
  let last = entries[0];
  return {
    entries,
    async add(message) {
      if (message === last) return;
      last = message;
      await store(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await appendFile(path, formatEntries([message]), { mode: 0o600 });
        await chmod(path, 0o600);
      });
    },
  };
}

async function store(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch {
    // A read-only or full disk: the history of this session still works from memory.
  }
}

function parseHistory(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "string" && value.trim() !== "" ? [value] : [];
    } catch {
      return [];
    }
  });
}

function formatEntries(entries: readonly string[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
