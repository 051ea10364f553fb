/** Reads a front-matter block in two stages: as it is, then with the values that YAML cannot read repaired. */
import { parseSimpleYaml } from "./parse-simple-yaml.ts";
import { parseYaml, type YamlProblem } from "./parse-yaml.ts";
import { type Repair, repairYaml } from "./repair-yaml.ts";
import type { YamlMap } from "./yaml-tree.ts";

export type BlockRead =
  | {
      readonly kind: "fields";
      readonly root: YamlMap;
      /** The text that offsets refer to: the block, or its repaired form with the same lines. */
      readonly text: string;
      readonly repairs: readonly Repair[];
    }
  | { readonly kind: "broken"; readonly problem: YamlProblem; readonly text: string };

/** Reads a block. Never throws. */
export function readBlock(yaml: string): BlockRead {
  const simple = parseSimpleYaml(yaml);
  if (simple !== undefined) return { kind: "fields", root: simple, text: yaml, repairs: [] };
  const first = parseYaml(yaml);
  if (first.kind === "map") return { kind: "fields", root: first.root, text: yaml, repairs: [] };
  if (first.problem.code === "yaml-too-complex") return { kind: "broken", problem: first.problem, text: yaml };
  const repaired = repairYaml(yaml);
  if (repaired.repairs.length === 0) return { kind: "broken", problem: first.problem, text: yaml };
  const second = parseYaml(repaired.yaml);
  if (second.kind === "error") return { kind: "broken", problem: second.problem, text: repaired.yaml };
  return { kind: "fields", root: second.root, text: repaired.yaml, repairs: repaired.repairs };
}
