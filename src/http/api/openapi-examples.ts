import { schemaMembersOf, type JsonSchema } from './openapi-schemas.ts';

const day = '2026-11-24T09:00:00.000Z';

/** What people would send, by the name of the member. All other examples follow from the schema. */
const values: Record<string, unknown> = {
  alt: 'A desk with two screens',
  author: 'Ada Lovelace',
  canonical_url: null,
  caption: 'The new office',
  colour: '#8090a0',
  content: '<p>We have moved.</p>',
  created_at: day,
  currency: 'EUR',
  email: 'ada@example.com',
  excerpt: 'Our new office is open.',
  expires_at: '2027-02-22T09:00:00.000Z',
  featured_image: 'uploads/office-0a1b2c3d.webp',
  fields: 'id,title,updated_at',
  hint: '4f2a',
  image: 'uploads/office-0a1b2c3d.webp',
  language: 'en',
  lang: null,
  outdated: ['title'],
  last_used_at: day,
  name: 'Ada Lovelace',
  next_cursor: 'eyJhIjoxfQ',
  one_time_code: '123456',
  password: 'a long sentence nobody knows',
  path: '/old-page',
  per_page: 20,
  phone: '+44 20 7946 0000',
  picture: null,
  published_at: day,
  request_id: 'b7f4c1d2',
  salary_max: null,
  scopes: ['blog:write'],
  share_picture: null,
  sender: 'example.com',
  slug: 'we-have-moved',
  stage: 'talks',
  subject: 'A question',
  target: '/services',
  title: 'We have moved',
  updated_at: day,
  url: 'https://hooks.example.com/site',
  user_name: 'Ada Lovelace',
  year: 2026,
};

/** Required members and those in `values`; of a change, which requires none, at most one. */
export function exampleOfSchema(node: JsonSchema, name: string, find: (ref: string) => JsonSchema): unknown {
  const schema = typeof node.$ref === 'string' ? find(node.$ref) : node;
  if (Object.hasOwn(values, name) && fits(schema, values[name])) return values[name];
  if ('const' in schema) return schema.const;
  const [first] = (schema.enum ?? schema.examples ?? []) as unknown[];
  if (first !== undefined) return first;
  if (Array.isArray(schema.allOf)) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOfSchema(part as JsonSchema, name, find)));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return exampleOfChoice(choices as JsonSchema[], name, find);
  return exampleOfType(schema, name, find);
}

function exampleOfChoice(choices: JsonSchema[], name: string, find: (ref: string) => JsonSchema): unknown {
  const isPlain = (choice: JsonSchema) =>
    !('const' in choice) && choice.type !== 'null' && choice.format !== 'binary';
  return exampleOfSchema(choices.find(isPlain) ?? choices[0]!, name, find);
}

function exampleOfType(schema: JsonSchema, name: string, find: (ref: string) => JsonSchema): unknown {
  const types = [schema.type].flat();
  if (types.includes('object')) {
    const required = (schema.required ?? []) as string[];
    const known = Object.entries(schemaMembersOf(schema)).filter(
      ([member]) => required.includes(member) || Object.hasOwn(values, member),
    );
    const members = required.length > 0 ? known : known.slice(0, 1);
    return Object.fromEntries(members.map(([member, of]) => [member, exampleOfSchema(of, member, find)]));
  }
  if (types.includes('array')) {
    const item = exampleOfSchema((schema.items ?? {}) as JsonSchema, name, find);
    return [item];
  }
  if (types.includes('null')) return null;
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return Math.max(1, Number(schema.minimum ?? 1));
  return types.includes('string') ? exampleText(schema) : 1;
}

function exampleText({ format, minLength = 0 }: JsonSchema): string {
  if (format === 'date-time') return day;
  if (format === 'date') return day.slice(0, 10);
  if (format === 'email') return 'ada@example.com';
  if (format === 'uri') return 'https://example.com';
  if (format === 'binary') return '(the file)';
  return 'Example'.padEnd(Number(minLength), '.');
}

function fits(schema: JsonSchema, value: unknown): boolean {
  const kinds = [schema, ...((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[])];
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return kinds.some(
    ({ type: known, const: only, enum: listed }) =>
      only === undefined &&
      listed === undefined &&
      [known].flat().some((one) => one === type || (one === 'integer' && Number.isInteger(value))),
  );
}
