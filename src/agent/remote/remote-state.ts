/** What is known of the skills of remote origins, and what the person approved: one small file that several processes share. */
import { join } from "node:path";
import { createStateFile, type StateFile } from "../../platform/index.ts";
import { isRecord } from "./is-record.ts";

/** One skill as it was fetched. */
export interface StoredSkill {
  readonly name: string;
  readonly description: string;
  /** Of the artifact; see `RemoteEntry.digest`. */
  readonly digest: string;
  /** Absolute directory that holds its `SKILL.md`. */
  readonly directory: string;
}

export interface Approval {
  readonly origin: string;
  readonly name: string;
  /** An approval is for these bytes only: what changes is not approved any more. */
  readonly digest: string;
}

export interface RemoteState {
  readonly origins: Readonly<Record<string, readonly StoredSkill[]>>;
  readonly approvals: readonly Approval[];
}

const EMPTY: RemoteState = { origins: {}, approvals: [] };

/** The directory of everything that is fetched; outside of all places that are searched for skills. */
export function remoteDirectory(skillfulHome: string): string {
  return join(skillfulHome, "remote");
}

/** Creates the access to `<skillfulHome>/remote/state.json`. */
export function openRemoteState(options: {
  readonly skillfulHome: string;
  readonly onDamaged?: (message: string) => void;
}): StateFile<RemoteState> {
  const directory = remoteDirectory(options.skillfulHome);
  return createStateFile<RemoteState>({
    path: join(directory, "state.json"),
    empty: EMPTY,
    parse: (text) => parseState(text, directory),
    format: ({ origins, approvals }) => `${JSON.stringify({ version: 1, origins, approvals }, undefined, 2)}\n`,
    ...(options.onDamaged && { onDamaged: options.onDamaged }),
  });
}

export function isApproved({ approvals }: RemoteState, origin: string, { name, digest }: StoredSkill): boolean {
  return approvals.some((each) => each.origin === origin && each.name === name && each.digest === digest);
}

/** Throws for anything but what `format` writes; a directory elsewhere is never taken for one of ours. */
function parseState(text: string, directory: string): RemoteState {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || !isRecord(value.origins) || !Array.isArray(value.approvals)) throw damaged();
  const origins = Object.entries(value.origins).map(([origin, skills]) => {
    if (!Array.isArray(skills)) throw damaged();
    return [origin, skills.map((skill) => parseStored(skill, directory))] as const;
  });
  return { origins: Object.fromEntries(origins), approvals: value.approvals.map(parseApproval) };
}

function parseStored(value: unknown, parent: string): StoredSkill {
  if (!isRecord(value)) throw damaged();
  const { name, description, digest, directory } = value;
  if (typeof name !== "string" || typeof description !== "string") throw damaged();
  if (typeof digest !== "string" || typeof directory !== "string") throw damaged();
  if (!directory.startsWith(join(parent, "skills")) || directory.includes("..")) throw damaged();
  return { name, description, digest, directory };
}

function parseApproval(value: unknown): Approval {
  if (!isRecord(value)) throw damaged();
  const { origin, name, digest } = value;
  if (typeof origin !== "string" || typeof name !== "string" || typeof digest !== "string") throw damaged();
  return { origin, name, digest };
}

function damaged(): SyntaxError {
  return new SyntaxError('a state of remote skills is {"version": 1, "origins": {…}, "approvals": […]}');
}
