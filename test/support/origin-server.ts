/** A remote origin of skills on this machine: serves what it is given, and records what it is asked. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ServedFile {
  readonly body: string | Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OriginServer {
  readonly origin: string;
  /** Paths, in the order of the requests. */
  readonly requests: readonly string[];
  /** Puts a file at a path, or takes it away. */
  serve(path: string, file: ServedFile | undefined): void;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. A path that nothing was put at answers 404. */
export async function createOriginServer(): Promise<OriginServer> {
  const files = new Map<string, ServedFile>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    const file = files.get(path);
    response.writeHead(file === undefined ? 404 : (file.status ?? 200), file?.headers ?? {});
    response.end(file?.body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    serve(path, file) {
      if (file === undefined) files.delete(path);
      else files.set(path, file);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As an index has it. */
export function digestOf(bytes: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The text of an index of the version that is understood. */
export function indexOf(skills: readonly unknown[]): string {
  return JSON.stringify({ $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills });
}
