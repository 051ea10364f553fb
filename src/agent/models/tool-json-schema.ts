/** Makes the JSON Schema that a model is shown of a tool's input. */
import { z } from "zod";

/** Draft 7, the draft that every provider takes; without the `$schema` line, which some refuse. */
export function toolJsonSchema(input: z.ZodType): Record<string, unknown> {
  const { $schema: _draft, ...schema } = z.toJSONSchema(input, { target: "draft-7", io: "input" });
  return schema;
}
