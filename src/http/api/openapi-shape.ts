type Node = Record<string, unknown>;

/** Client generators and validators know `properties`, but few of them know `propertyNames`. */
export function spellOutKeys<T>(node: T): T {
  if (Array.isArray(node)) return node.map(spellOutKeys) as T;
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, spellOutKeys(value)]));
  return withProperties(inner) as T;
}

function withProperties(schema: Node): Node {
  const { propertyNames, ...rest } = schema;
  const keys = (propertyNames as Node | undefined)?.enum;
  if (!Array.isArray(keys) || typeof rest.additionalProperties !== 'object') return schema;
  const properties = Object.fromEntries(keys.map((key) => [String(key), rest.additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}
