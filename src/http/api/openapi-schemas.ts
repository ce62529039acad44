import type { ListName } from '../../shared/enumerations.ts';
import { factsOf, moduleNames } from '../../shared/module-facts.ts';
import { type Choices, storedValuesOf } from '../../shared/settings/choices.ts';
import { isSameValue } from '../../shared/settings/values.ts';

export type JsonSchema = Record<string, unknown>;

/** By the first part of an operation's name. The subject of a module is the name of its entity. */
const subjects: Record<string, string> = {
  activities: 'Activity',
  auth: 'Account',
  dashboard: 'Dashboard',
  export: 'Export',
  gallery: 'Gallery',
  inbox: 'Message',
  media: 'Media',
  privacy: 'Person',
  sampleContent: 'SampleContent',
  security: 'SecurityEvent',
  settings: 'Settings',
  site: 'Site',
  sso: 'SingleSignOn',
  tokens: 'Token',
  users: 'User',
  visitors: 'Visitor',
  webhooks: 'Webhook',
  ...Object.fromEntries(moduleNames.map((name) => [name, factsOf(name).entity])),
};

const parents = { addresses: 'Address', previews: 'Preview', trash: 'Trash', versions: 'Version' } as const;

interface OperationName {
  subject: string;
  act: string;
}

/** Acts of all modules, such as those of the trash, have the same schemas, so no module is the subject. */
export function parseOperationName(name: string): OperationName {
  const parts = name.split('.');
  const act = parts.at(-1)!;
  const [first = '', second = ''] = parts;
  if (first === 'addresses' && second === 'redirects') return { subject: 'Redirect', act };
  const isRestore = first === 'versions' && act === 'restore';
  const parent = parents[first as keyof typeof parents] as string | undefined;
  const subject = parent ?? subjects[first] ?? toPascalCase(first);
  return { subject: isRestore ? `${subjects[second]}Version` : subject, act };
}

export function inputNameOf(procedure: string): string {
  const { subject, act } = parseOperationName(procedure);
  if (act === 'create') return `${subject}Input`;
  if (act === 'update' || act === 'change') return `${subject}Change`;
  return act === 'patch' ? `${subject}Patch` : `${subject}${toPascalCase(act)}Input`;
}

export function answerNameOf(procedure: string, schema: JsonSchema): string {
  const { subject, act } = parseOperationName(procedure);
  if (Object.keys(schemaMembersOf(schema)).includes('meta'))
    return `${subject}${act === 'list' ? '' : toPascalCase(act)}Page`;
  return `${subject}${toPascalCase(act)}Answer`;
}

export function schemaMembersOf({ properties = {} }: JsonSchema): Record<string, JsonSchema> {
  return properties as Record<string, JsonSchema>;
}

export function schemaRefTo(name: string, kind = 'schemas'): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

function toPascalCase(text: string): string {
  const parts = text.split(/[^a-zA-Z0-9]/);
  return parts.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** Names a schema without a title, and its parts. */
interface SchemaPlace {
  name: string;
  subject: string;
  member?: string;
}

/** Titles are the names. Equal schemas without a title are stored once, under the first name. */
export function createSchemaCollector() {
  const components = new Map<string, JsonSchema>();
  const names = new Map<string, string>();
  const parameters = new Map<string, JsonSchema>();

  function refer(schema: JsonSchema, title: string | undefined, derived: string): JsonSchema {
    const text = JSON.stringify(schema);
    const known = names.get(`${title ?? ''}${text}`);
    if (known) return schemaRefTo(known);
    const name = title ?? derived;
    if (components.has(name)) throw new Error(`two schemas would be called ${name}`);
    names.set(`${name}${text}`, name);
    if (!names.has(text)) names.set(text, name);
    components.set(name, addedTo(components, `${name}Summary`, schema) ?? schema);
    return schemaRefTo(name);
  }

  /** A reference takes the place of each object and enum, the schema itself too. */
  function place<T>(node: T, at: SchemaPlace): T {
    if (Array.isArray(node)) return node.map((each) => place(each, at)) as T;
    if (typeof node !== 'object' || node === null) return node;
    const { title, ...schema } = node as JsonSchema & { title?: string };
    const here = { ...at, name: title ?? at.name };
    const inner = Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' ? placeMembers(value as Record<string, JsonSchema>, here) : place(value, here),
    ]);
    const placed: JsonSchema = Object.fromEntries(inner);
    const { type, enum: values, ...rest } = placed;
    if (Array.isArray(values) && values.length > 1) {
      const derived = `${at.subject}${toPascalCase(at.member ?? '')}`;
      return { ...rest, ...refer({ type, enum: values }, title, derived) } as T;
    }
    if (type !== 'object' || Object.keys(schemaMembersOf(placed)).length === 0) return placed as T;
    const { description, ...object } = placed;
    return { ...(description !== undefined && { description }), ...refer(object, title, at.name) } as T;
  }

  function placeMembers(members: Record<string, JsonSchema>, { name, subject }: SchemaPlace) {
    const placed = Object.entries(members).map(([member, schema]) => {
      const own = `${name.replace(/Answer$/, '')}${toPascalCase(member)}`;
      return [member, place(schema, { name: own, subject, member })];
    });
    return Object.fromEntries(placed) as Record<string, JsonSchema>;
  }

  /** If possible, a change is the input for a new row plus the members that only a change has. */
  function placeChange(schema: JsonSchema, { name, subject }: SchemaPlace, input: string): JsonSchema {
    const placed = placeMembers(schemaMembersOf(schema), { name, subject });
    const before = components.get(input);
    if (!before) return place(schema, { name, subject });
    const shorter = schemaMembersOf(before);
    const added = Object.entries(placed).filter(([member, of]) => !isSameValue(shorter[member], of));
    const isLarger = added.length + Object.keys(shorter).length === Object.keys(placed).length;
    if (!isLarger || String(before.required) !== String(schema.required))
      return place(schema, { name, subject });
    const members = { type: 'object', properties: Object.fromEntries(added) };
    components.set(name, { allOf: [schemaRefTo(input), members] });
    return schemaRefTo(name);
  }

  /** If another parameter has the same name, the reference also has the subject. */
  function shareParameter(parameter: JsonSchema & { name: string }, subject: string): JsonSchema {
    const { name: member, schema } = parameter;
    const own = `${subject}${toPascalCase(member)}`;
    const placed = { ...parameter, schema: place(schema, { name: own, subject, member }) };
    const text = JSON.stringify(placed);
    const known = [...parameters].find(([, each]) => JSON.stringify(each) === text)?.[0];
    if (known) return schemaRefTo(known, 'parameters');
    const name = [member, own].find((each) => !parameters.has(each));
    if (name === undefined) throw new Error(`two parameters would be called ${own}`);
    parameters.set(name, placed);
    return schemaRefTo(name, 'parameters');
  }

  return { components, parameters, place, placeChange, shareParameter };
}

/** Schemas without a common name, one of which has the members of the other. */
const extended: Readonly<Record<string, string>> = {
  GalleryPublishedPictures: 'PublicPicture',
  Message: 'MessageMarkReadAnswerMessage',
  PublicClientSummaryDark: 'SharedPicture',
  PublicPicture: 'SharedPicture',
  SettingsUpdateAnswer: 'SettingsOneAnswer',
  SharedPicture: 'Picture',
};

/**
 * A staff row is its public summary plus further members, and a change of some members takes those about publication
 * and others. This makes the document smaller.
 */
export function extendSchemas(components: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const all = new Map(Object.entries(components));
  const described = [...all].map(([name, schema]): [string, JsonSchema] => {
    const bases = [`Public${name}Summary`, name.replace(/Patch$/, 'PublishingInput'), extended[name]];
    for (const base of bases) {
      const longer = base && base !== name && addedTo(all, base, schema);
      // An example of a patch has one member. Without it, tools show one with all members.
      if (longer) return [name, name.endsWith('Patch') ? { ...longer, examples: schema.examples } : longer];
    }
    return [name, schema];
  });
  return Object.fromEntries(described);
}

/** Undefined when `base` does not exist, differs in a member, or requires one that the schema does not. */
function addedTo(
  components: ReadonlyMap<string, JsonSchema>,
  base: string,
  schema: JsonSchema,
): JsonSchema | undefined {
  const shorter = components.get(base);
  if (!shorter || schema.type !== 'object') return undefined;
  const listed = schemaMembersOf(shorter);
  const all = Object.entries(schemaMembersOf(schema));
  const added = all.filter(([member, of]) => !isSameValue(listed[member], of));
  if (added.length + Object.keys(listed).length !== all.length) return undefined;
  const needed = (schema.required ?? []) as string[];
  const inherited = (shorter.required ?? []) as string[];
  if (!inherited.every((member) => needed.includes(member))) return undefined;
  const required = needed.filter((member) => !inherited.includes(member));
  return {
    allOf: [schemaRefTo(base), { type: 'object', properties: Object.fromEntries(added), required }],
  };
}

type Node = Record<string, unknown>;

const listEnumNames: Record<ListName, string> = {
  blog_categories: 'BlogCategory',
  portfolio_categories: 'PortfolioCategory',
  team_sections: 'TeamSection',
  team_roles: 'TeamRole',
};

/** The name of a list, such as the blog categories, becomes its current values. */
export function insertListValues<T>(node: T, choices: Choices): T {
  if (Array.isArray(node)) return node.map((each) => insertListValues(each, choices)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const { listed, isExample, propertyNames, ...rest } = node as Node;
  const counted = (propertyNames as Node | undefined)?.listed;
  if (typeof counted === 'string') {
    const required = storedValuesOf(choices, counted as ListName);
    // Rows may have values that are no longer in the list, so other properties are allowed.
    return { ...rest, required, ...propertiesOf(required, rest.additionalProperties as Node) } as T;
  }
  if (typeof listed !== 'string')
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, insertListValues(value, choices)]),
    ) as T;
  const values = storedValuesOf(choices, listed as ListName);
  const { description } = rest;
  return {
    ...(description !== undefined && { description }),
    type: 'string',
    ...(isExample ? { examples: values } : { title: listEnumNames[listed as ListName], enum: values }),
  } as T;
}

/**
 * Later versions may add members. Ids and counts get the database's format. That of times implies a pattern.
 */
export function relaxSchemas<T>(node: T): T {
  if (Array.isArray(node)) return node.map(relaxSchemas) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node as Node).map(([key, value]) => [key, relaxSchemas(value)] as const);
  const relaxed: Node = Object.fromEntries(entries);
  if (relaxed.additionalProperties === false) delete relaxed.additionalProperties;
  if (relaxed.format === 'date-time') delete relaxed.pattern;
  if (relaxed.minimum === Number.MIN_SAFE_INTEGER) relaxed.minimum = 0;
  if (relaxed.maximum === Number.MAX_SAFE_INTEGER) {
    delete relaxed.maximum;
    relaxed.format = 'int32';
  }
  return relaxed as T;
}

/** Few client generators and validators support `propertyNames`. */
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

/** Only the property has the description of the value, to keep the document small. */
function propertiesOf(names: readonly unknown[], value: Node): Node {
  const { description: _, ...additionalProperties } = value;
  return { properties: Object.fromEntries(names.map((name) => [String(name), value])), additionalProperties };
}
