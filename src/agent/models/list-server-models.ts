/** Asks a model server for the names of its models, quickly and without ever failing. */

export interface ListServerModels {
  /** With a version, as `resolveEndpoint` gives it. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the server counts as absent. */
  readonly timeoutMs: number;
}

/**
 * The ids from `GET {baseUrl}/models` (Ollama, llama.cpp, vLLM and LM Studio all have it), models for embeddings left out.
 * Undefined when no server answers there or the answer is no such list. Rejects only on abort.
 */
export async function listServerModels(options: ListServerModels): Promise<readonly string[] | undefined> {
  const { baseUrl, key, fetch, signal, timeoutMs } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    return response.ok ? parseModelList(await response.json()) : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function parseModelList(body: unknown): readonly string[] | undefined {
  const data = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
  if (!Array.isArray(data)) return undefined;
  return data
    .map((entry: unknown) => (typeof entry === "object" && entry !== null && "id" in entry ? entry.id : undefined))
    .filter((id): id is string => typeof id === "string" && id !== "" && !/embed/i.test(id));
}
