import { membersOf, refTo, type Schema, toPascalCase } from './openapi-names.ts';

/** Where a schema is in the document. Names a schema without a title, and its parts. */
export interface SchemaPlace {
  name: string;
  subject: string;
  member?: string;
}

/**
 * Creates a collector of the schemas of objects and enums. Their titles are their names. Equal schemas without titles
 * are stored once, under the first name.
 */
export function createSchemaCollector() {
  const components = new Map<string, Schema>();
  const names = new Map<string, string>();
  const parameters = new Map<string, Schema>();

  function refer(schema: Schema, title: string | undefined, derived: string): Schema {
    const text = JSON.stringify(schema);
    const known = names.get(`${title ?? ''}${text}`);
    if (known) return refTo(known);
    const name = title ?? derived;
    if (components.has(name)) throw new Error(`two schemas would be called ${name}`);
    names.set(`${name}${text}`, name);
    if (!names.has(text)) names.set(text, name);
    components.set(name, addedTo(components, `${name}Summary`, schema) ?? schema);
    return refTo(name);
  }

  /** Returns the schema with a reference in place of each object and each enum, including the schema itself. */
  function place<T>(node: T, at: SchemaPlace): T {
    if (Array.isArray(node)) return node.map((each) => place(each, at)) as T;
    if (typeof node !== 'object' || node === null) return node;
    const { title, ...schema } = node as Schema & { title?: string };
    const here = { ...at, name: title ?? at.name };
    const inner = Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' ? placeMembers(value as Record<string, Schema>, here) : place(value, here),
    ]);
    const placed: Schema = Object.fromEntries(inner);
    const { type, enum: values, ...rest } = placed;
    if (Array.isArray(values) && values.length > 1) {
      const derived = `${at.subject}${toPascalCase(at.member ?? '')}`;
      return { ...rest, ...refer({ type, enum: values }, title, derived) } as T;
    }
    if (type !== 'object' || Object.keys(membersOf(placed)).length === 0) return placed as T;
    const { description, ...object } = placed;
    return { ...(description !== undefined && { description }), ...refer(object, title, at.name) } as T;
  }

  function placeMembers(members: Record<string, Schema>, { name, subject }: SchemaPlace) {
    const placed = Object.entries(members).map(([member, schema]) => {
      const own = `${name.replace(/Answer$/, '')}${toPascalCase(member)}`;
      return [member, place(schema, { name: own, subject, member })];
    });
    return Object.fromEntries(placed) as Record<string, Schema>;
  }

  /**
   * Returns a reference to the schema of a change. If possible, describes the change as the input for a new
   * row plus the members that only a change has.
   */
  function placeChange(schema: Schema, { name, subject }: SchemaPlace, input: string): Schema {
    const placed = placeMembers(membersOf(schema), { name, subject });
    const before = components.get(input);
    if (!before) return place(schema, { name, subject });
    const isSame = ([member, of]: [string, Schema]) =>
      JSON.stringify(membersOf(before)[member]) === JSON.stringify(of);
    const added = Object.entries(placed).filter((entry) => !isSame(entry));
    const isLarger = added.length + Object.keys(membersOf(before)).length === Object.keys(placed).length;
    if (!isLarger || String(before.required) !== String(schema.required))
      return place(schema, { name, subject });
    const members = { type: 'object', properties: Object.fromEntries(added) };
    components.set(name, { allOf: [refTo(input), members] });
    return refTo(name);
  }

  /**
   * Returns a reference to the parameter. If the document already has a different parameter with the same name, the
   * name of the reference also contains the subject.
   */
  function shareParameter(parameter: Schema & { name: string }, subject: string): Schema {
    const { name: member, schema } = parameter;
    const own = `${subject}${toPascalCase(member)}`;
    const placed = { ...parameter, schema: place(schema, { name: own, subject, member }) };
    const text = JSON.stringify(placed);
    const known = [...parameters].find(([, each]) => JSON.stringify(each) === text)?.[0];
    if (known) return refTo(known, 'parameters');
    const name = [member, own].find((each) => !parameters.has(each));
    if (name === undefined) throw new Error(`two parameters would be called ${own}`);
    parameters.set(name, placed);
    return refTo(name, 'parameters');
  }

  return { components, parameters, place, placeChange, shareParameter };
}

/**
 * Returns the schemas. Describes a staff row as the public summary of the row plus further members, if there
 * is such a summary.
 */
export function extendPublicSummaries(components: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const all = new Map(Object.entries(components));
  const described = [...all].map(([name, schema]) => [
    name,
    addedTo(all, `Public${name}Summary`, schema) ?? schema,
  ]);
  return Object.fromEntries(described);
}

/**
 * Returns the schema as a reference to `base` plus further members. Returns undefined when `base` does not
 * exist or does not fit: it has a member that the schema lacks or describes differently, or requires a member
 * that the schema does not require.
 */
function addedTo(components: ReadonlyMap<string, Schema>, base: string, schema: Schema): Schema | undefined {
  const shorter = components.get(base);
  if (!shorter || schema.type !== 'object') return undefined;
  const listed = membersOf(shorter);
  const isListed = (member: string, of: Schema) => JSON.stringify(listed[member]) === JSON.stringify(of);
  const all = Object.entries(membersOf(schema));
  const added = all.filter(([member, of]) => !isListed(member, of));
  if (added.length + Object.keys(listed).length !== all.length) return undefined;
  const given = (schema.required ?? []) as string[];
  if (!((shorter.required ?? []) as string[]).every((member) => given.includes(member))) return undefined;
  const required = given.filter((member) => !(member in listed));
  return {
    allOf: [refTo(base), { type: 'object', properties: Object.fromEntries(added), required }],
  };
}
