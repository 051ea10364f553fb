/** A parsed front-matter block as plain data that keeps where each value was written, whatever parser made it. */

/** Offsets count UTF-16 units in the text that was parsed; `end` is exclusive. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

export interface YamlScalar extends Extent {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  /** A `# …` that follows the value on its line and so is not part of it. */
  readonly comment?: string;
  /** True when YAML would have read an unknown `!tag` here; `value` is then the text as written. */
  readonly misread?: true;
}

export interface YamlList extends Extent {
  readonly kind: "list";
  /** Written in brackets. */
  readonly flow: boolean;
  readonly items: readonly YamlNode[];
}

export interface YamlMap extends Extent {
  readonly kind: "map";
  /** Written in braces. */
  readonly flow: boolean;
  readonly entries: readonly YamlEntry[];
}

export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlEntry {
  readonly key: string;
  /** Offset of the key. */
  readonly start: number;
  readonly value: YamlNode;
}

/** The tree of a file without front matter. */
export const NO_FIELDS: YamlMap = { kind: "map", flow: false, entries: [], start: 0, end: 0 };

/**
 * The value as ordinary JavaScript data. Maps become objects without a prototype, so that keys such as `__proto__`
 * are data; of a repeated key the last one stays.
 */
export function toPlainValue(node: YamlNode): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(toPlainValue);
    case "map":
      return toPlainRecord(node);
    default:
      return node satisfies never;
  }
}

/** `toPlainValue` for a map. */
export function toPlainRecord(map: YamlMap): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const entry of map.entries) record[entry.key] = toPlainValue(entry.value);
  return record;
}
