/** Reads the index of an origin's skills: `/.well-known/agent-skills/index.json`, draft 0.2.0 of the discovery format. */
import { messageOf } from "../../engine/index.ts";
import { isRecord } from "./is-record.ts";

/** Where an origin has its index. */
export const INDEX_PATH = "/.well-known/agent-skills/index.json";
/** The only version that is understood; older ones have no digests. */
const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const MAX_ENTRIES = 500;
const MAX_DESCRIPTION_LENGTH = 1024;
/** The open standard's rule for names. */
const NAME = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;

export interface RemoteEntry {
  readonly name: string;
  readonly type: "skill-md" | "archive";
  readonly description: string;
  /** Absolute. */
  readonly url: string;
  /** `sha256:` and 64 hexadecimal digits, over the bytes at `url`. */
  readonly digest: string;
}

export type RemoteIndex =
  /** `problems`: one sentence for each entry that is left out. */
  | { readonly kind: "index"; readonly entries: readonly RemoteEntry[]; readonly problems: readonly string[] }
  | { readonly kind: "refused"; readonly why: string };

/** `url` is where the text comes from; addresses in it are relative to that (RFC 3986). Unknown fields are ignored. Pure. */
export function parseRemoteIndex(text: string, url: string): RemoteIndex {
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch (error) {
    return { kind: "refused", why: `it is not JSON: ${messageOf(error)}` };
  }
  if (!isRecord(index) || !Array.isArray(index.skills)) return { kind: "refused", why: "it has no list `skills`" };
  if (index.$schema !== SCHEMA) {
    const found =
      index.$schema === undefined ? "no $schema, so it is of version 0.1.0, which has no digests" : "another";
    return { kind: "refused", why: `it must have the $schema ${SCHEMA}; it has ${found}` };
  }
  if (index.skills.length > MAX_ENTRIES) {
    return { kind: "refused", why: `it lists ${index.skills.length} skills, more than ${MAX_ENTRIES}` };
  }
  const entries = new Map<string, RemoteEntry>();
  const problems: string[] = [];
  for (const [position, value] of index.skills.entries()) {
    const entry = parseEntry(value, url);
    const label =
      isRecord(value) && typeof value.name === "string" ? JSON.stringify(value.name) : `entry ${position + 1}`;
    if (typeof entry === "string") problems.push(`${label} is left out: ${entry}.`);
    else if (entries.has(entry.name)) problems.push(`${label} is left out: an earlier entry has the name.`);
    else entries.set(entry.name, entry);
  }
  return { kind: "index", entries: [...entries.values()], problems };
}

/** The entry, or in one clause why it is none. */
function parseEntry(value: unknown, base: string): RemoteEntry | string {
  if (!isRecord(value)) return "it is not an object";
  const { name, type, description, url, digest } = value;
  if (typeof name !== "string" || !NAME.test(name)) {
    return "`name` must be lower-case letters, digits and single hyphens, at most 64";
  }
  if (type !== "skill-md" && type !== "archive") return `\`type\` must be skill-md or archive`;
  if (typeof description !== "string" || description.trim() === "" || description.length > MAX_DESCRIPTION_LENGTH) {
    return `\`description\` must be text of at most ${MAX_DESCRIPTION_LENGTH} characters`;
  }
  if (typeof url !== "string" || !URL.canParse(url, base)) return "`url` must be an address";
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    return "`digest` must be sha256: and 64 lower-case hexadecimal digits";
  }
  return { name, type, description, url: new URL(url, base).href, digest };
}
