import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseBaseUrl, parseOllamaHost } from "./base-url.ts";

describe("normaliseBaseUrl", () => {
  test.each([
    ["http://h", "http://h/v1"],
    ["http://h/", "http://h/v1"],
    ["  https://h/v1/  ", "https://h/v1"],
    ["http://h/v1/messages", "http://h/v1"],
    ["http://h/v1/chat/completions/", "http://h/v1"],
    ["https://api.groq.com/openai/v1", "https://api.groq.com/openai/v1"],
    ["https://openrouter.ai/api", "https://openrouter.ai/api/v1"],
    ["https://g/v1beta/openai", "https://g/v1beta/openai"],
    ["https://h/v1?x=1", "https://h/v1"],
  ])("%s", (text, url) => {
    expect(normaliseBaseUrl(text, "/v1")).toBe(url);
  });

  test.each(["", "h:80", "ftp://h", "file:///x", "not a url"])("no URL: %s", (text) => {
    expect(normaliseBaseUrl(text, "/v1")).toBeUndefined();
  });

  test("what it returns stays as it is", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (text) => {
        const once = normaliseBaseUrl(text, "/v1") ?? "";
        expect(normaliseBaseUrl(once, "/v1")).toBe(once);
      }),
    );
  });
});

describe("parseOllamaHost", () => {
  test.each([
    ["localhost", "http://localhost:11434"],
    ["10.0.0.2:8080", "http://10.0.0.2:8080"],
    [":9999", "http://127.0.0.1:9999"],
    ["0.0.0.0", "http://127.0.0.1:11434"],
    ["0.0.0.0:1234", "http://127.0.0.1:1234"],
    ["[::]:1234", "http://127.0.0.1:1234"],
    ["https://ollama.example/", "https://ollama.example"],
    ["http://h:1/path/", "http://h:1/path"],
  ])("%s", (text, url) => {
    expect(parseOllamaHost(text)).toBe(url);
  });

  test("takes any text", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseOllamaHost(text)));
    expect(parseOllamaHost("a b")).toBeUndefined();
  });
});
