/** Checks that injected commands put arguments where they stay data. */
import { findInjectedCommands } from "../injected-commands.ts";
import { placeArguments } from "../place-arguments.ts";
import { createPlaceholderReader } from "../placeholders.ts";
import { variableValues } from "../template-variables.ts";
import type { LintCheck } from "./lint-check.ts";

/** A skill with such a command is refused whenever it is invoked: an error. */
export const checkCommands: LintCheck = ({ definition, body }) => {
  if (!definition.hasInjectedCommands) return [];
  const names = definition.arguments.map(({ name }) => name);
  const reader = createPlaceholderReader(names);
  const values = variableValues({ skillDir: "", sessionId: "", projectDir: "", pluginRoot: "", pluginData: "" });
  const declares = names.length > 0 || definition.argumentHint !== undefined;
  return findInjectedCommands(body).flatMap(({ command, start }) => {
    const placeholders = reader.find(command);
    const placed = placeArguments(command, {
      placeholders,
      args: "",
      words: [],
      declares,
      values,
      shell: definition.shell,
    });
    if (placed.kind === "placed") return [];
    return [
      {
        code: "unsafe-argument",
        severity: "error",
        message: `Arguments cannot be kept data in this injected command: ${placed.reason}.`,
        hint: 'Put the argument between double quotes as a word of its own, as in `git log -- "$0"`, or let the model run the command.',
        where: "body",
        offset: start,
      } as const,
    ];
  });
};
