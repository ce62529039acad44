import type { ListName } from '../../shared/enumerations.ts';
import { type Choices, valuesOf } from '../../shared/settings/choices.ts';

type Node = Record<string, unknown>;

const listEnumNames: Record<ListName, string> = {
  blog_categories: 'BlogCategory',
  portfolio_categories: 'PortfolioCategory',
  team_sections: 'TeamSection',
  team_roles: 'TeamRole',
};

/**
 * Replaces the name of a list of values, such as the blog categories, with the current values of the list.
 */
export function insertListValues<T>(node: T, choices: Choices): T {
  if (Array.isArray(node)) return node.map((each) => insertListValues(each, choices)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const { listed, isExample, propertyNames, ...rest } = node as Node;
  const counted = (propertyNames as Node | undefined)?.listed;
  if (typeof counted === 'string') {
    const required = valuesOf(choices, counted as ListName);
    // Rows may have values that are no longer in the list, so other properties are allowed.
    return { ...rest, required, ...propertiesOf(required, rest.additionalProperties as Node) } as T;
  }
  if (typeof listed !== 'string')
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, insertListValues(value, choices)]),
    ) as T;
  const values = valuesOf(choices, listed as ListName);
  const { description } = rest;
  return {
    ...(description !== undefined && { description }),
    type: 'string',
    ...(isExample ? { examples: values } : { title: listEnumNames[listed as ListName], enum: values }),
  } as T;
}

/**
 * Allows further members in objects, because later versions may add some. Gives ids and counts the format of the database's integers.
 * Removes the patterns of times, because the format of a time implies its pattern.
 */
export function relaxSchemas<T>(node: T): T {
  if (Array.isArray(node)) return node.map(relaxSchemas) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node as Node).map(([key, value]) => [key, relaxSchemas(value)] as const);
  const opened: Node = Object.fromEntries(entries);
  if (opened.additionalProperties === false) delete opened.additionalProperties;
  if (opened.format === 'date-time') delete opened.pattern;
  if (opened.minimum === Number.MIN_SAFE_INTEGER) opened.minimum = 0;
  if (opened.maximum === Number.MAX_SAFE_INTEGER) {
    delete opened.maximum;
    opened.format = 'int32';
  }
  return opened as T;
}

/**
 * Adds `properties` for the names in `propertyNames`, because few client generators and validators support
 * `propertyNames`.
 */
export function expandPropertyNames<T>(node: T): T {
  if (Array.isArray(node)) return node.map(expandPropertyNames) as T;
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, expandPropertyNames(value)]),
  );
  return withProperties(inner) as T;
}

function withProperties(schema: Node): Node {
  const { propertyNames, ...rest } = schema;
  const keys = (propertyNames as Node | undefined)?.enum;
  if (!Array.isArray(keys) || typeof rest.additionalProperties !== 'object') return schema;
  return { ...rest, ...propertiesOf(keys, rest.additionalProperties as Node) };
}

/** Returns a property for each name. The description of the value is repeated only there, to keep the document small. */
function propertiesOf(names: readonly unknown[], value: Node): Node {
  const { description: _, ...additionalProperties } = value;
  return { properties: Object.fromEntries(names.map((name) => [String(name), value])), additionalProperties };
}
