import { splitEnum } from './openapi-enums.ts';
import { membersOf, toPascalCase, refTo, type Schema } from './openapi-names.ts';

/**
 * The schema names of objects that are the same in several operations, by the sorted members of the object.
 */
const shared: Record<string, string> = {
  'alt,colour,height,placeholder,sources,width': 'Picture',
  'alt,colour,height,path,placeholder,sources,width': 'SharedPicture',
  'alt,caption,colour,credit,focal,height,id,path,placeholder,sources,width': 'PublicPicture',
  'alt,caption,created_at,credit,file,focal_x,focal_y,id,is_attached,is_described,name,path,picture,tags,type,updated_at,user_name,version':
    'Media',
  'id,is_in_trash,module,place,title': 'MediaUse',
  'bytes,url': 'LibraryFile',
  'srcset,type': 'PictureSource',
  'as_of,next_cursor,page,per_page,total,total_is_minimum': 'PageMeta',
  'expires_at,token,user': 'SignedIn',
  'email,id,name,role': 'SignedInUser',
  success: 'Success',
  'message,success': 'SuccessMessage',
  'message,reference,success': 'Receipt',
  results: 'Outcomes',
  'id,outcome,version': 'Outcome',
  ids: 'RowIds',
  rows: 'ChangedRows',
  'id,version': 'ChangedRow',
  'meaning,number,unit': 'Figure',
  'caption,media_id': 'CaptionedPicture',
  'x,y': 'FocalPoint',
  'new,old': 'ChangedValue',
  'address,created_at,device,expires_at,id,is_current,is_remembered,last_used_at': 'Session',
};

/**
 * The proposed name of a schema. `full` is a longer name for the case that another schema already has the
 * proposed name.
 */
interface Proposal {
  proposed: string;
  full: string;
  subject: string;
  member: string;
}

/** The place of a schema in the document. The names of the schema and of its parts follow from the place. */
export interface SchemaPlace {
  name: string;
  subject: string;
  /** The schema name of the rows in this answer. */
  row?: string | undefined;
}

/**
 * Creates a collector of the schemas of objects and enums. Equal schemas are stored once, under the first
 * name that was proposed.
 */
export function createSchemaCollector() {
  const components = new Map<string, Schema>();
  const names = new Map<string, string>();
  const parameters = new Map<string, Schema>();

  function refer(schema: Schema, ...proposed: (string | undefined)[]): Schema {
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known) return refTo(known);
    const name = proposed.find((each) => each !== undefined && !components.has(each));
    if (name === undefined) throw new Error(`two schemas would be called ${proposed.at(-1)}`);
    names.set(text, name);
    components.set(name, addedTo(components, `${name}Summary`, schema) ?? schema);
    return refTo(name);
  }

  /**
   * Returns the schema with a reference in place of each object and each enum, including the schema itself.
   */
  function place(schema: Schema, { name, subject, row }: SchemaPlace): Schema {
    return placeNode(schema, { proposed: name, full: name, subject, member: '' }, row);
  }

  function placeNode<T>(node: T, proposal: Proposal, row?: string): T {
    if (Array.isArray(node)) return node.map((each) => placeNode(each, proposal, row)) as T;
    if (typeof node !== 'object' || node === null) return node;
    const inner = Object.entries(node).map(([key, value]) => [
      key,
      key === 'properties'
        ? placeMembers(value as Record<string, Schema>, proposal, row)
        : placeNode(value, proposal, row),
    ]);
    const placed: Schema = Object.fromEntries(inner);
    const { proposed, full, subject, member } = proposal;
    const listed = splitEnum(placed);
    if (listed) {
      return {
        ...listed.rest,
        ...refer(listed.values, listed.title, `${subject}${toPascalCase(member)}`, full),
      } as T;
    }
    const members = Object.keys(membersOf(placed)).toSorted();
    const isNamed = placed.type === 'object' && members.length > 0;
    return (isNamed ? refer(placed, shared[members.join()], proposed, full) : placed) as T;
  }

  function placeMembers(
    members: Record<string, Schema>,
    { proposed, full, subject }: Proposal,
    row?: string,
  ): Record<string, Schema> {
    const placed = Object.entries(members).map(([member, schema]) => {
      const isRow = row !== undefined && !['meta', 'stats', 'next'].includes(member);
      const own = `${proposed.replace(/Answer$/, '')}${toPascalCase(member)}`;
      const proposal = {
        proposed: isRow ? row : own,
        full: `${full}${toPascalCase(member)}`,
        subject,
        member,
      };
      return [member, placeNode(schema, proposal)];
    });
    return Object.fromEntries(placed);
  }

  /**
   * Returns a reference to the schema of a change. If possible, describes the change as the input for a new
   * row plus the members that only a change has.
   */
  function placeChange(schema: Schema, { name, subject }: SchemaPlace, input: string): Schema {
    const proposal = { proposed: name, full: name, subject, member: '' };
    const placed = placeMembers(membersOf(schema), proposal);
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
    const placed = { ...parameter, schema: placeNode(schema, { proposed: own, full: own, subject, member }) };
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
