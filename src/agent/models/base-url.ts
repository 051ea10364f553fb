/** Brings the base URLs that people write into the one form that the provider packages expect. */

/** Whole endpoints that are pasted where a base URL belongs. */
const ENDPOINT = /\/(chat\/completions|completions|responses|messages|models|embeddings)$/;

/** A path part that names a version of an API, such as `v1` or `v1beta`. */
const VERSION = /\/v\d+[a-z0-9]*(?=\/|$)/;

/**
 * Strips trailing slashes and an endpoint, and adds the version unless the path names one, so that `http://host`,
 * `http://host/`, `http://host/v1` and `http://host/v1/messages` mean the same. Undefined when it is no http(s) URL.
 */
export function normaliseBaseUrl(text: string, versionPath: string): string | undefined {
  const url = parseUrl(text.trim());
  if (url === undefined) return undefined;
  const path = url.pathname.replace(/\/+$/, "").replace(ENDPOINT, "");
  return `${url.origin}${VERSION.test(path) ? path : `${path}${versionPath}`}`;
}

/** Where Ollama listens, from `OLLAMA_HOST` in any of its spellings: a host, `host:port`, `:port`, or a URL. */
export function parseOllamaHost(text: string): string | undefined {
  const value = text.trim();
  const url = parseUrl(
    /^https?:\/\//i.test(value) ? value : `http://${value.startsWith(":") ? "127.0.0.1" : ""}${value}`,
  );
  if (url === undefined) return undefined;
  if (url.port === "" && !/^https?:/i.test(value)) url.port = "11434";
  // An address to listen on, not one to call.
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") url.hostname = "127.0.0.1";
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
}
