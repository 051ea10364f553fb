import { expect, test } from "vitest";
import { z } from "zod";
import { toolJsonSchema } from "./tool-json-schema.ts";

test("descriptions stay, optional and defaulted fields are not required, and no draft is named", () => {
  const input = z.strictObject({
    path: z.string().min(1).describe("The file"),
    limit: z.int().min(1).optional(),
    all: z.boolean().default(false),
  });
  expect(toolJsonSchema(input)).toEqual({
    type: "object",
    properties: {
      path: { type: "string", minLength: 1, description: "The file" },
      limit: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      all: { type: "boolean", default: false },
    },
    required: ["path"],
    additionalProperties: false,
  });
});
