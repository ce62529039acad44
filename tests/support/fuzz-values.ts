import fc from 'fast-check';

export interface ValueSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: ValueSchema[];
  allOf?: ValueSchema[];
  items?: ValueSchema;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  additionalProperties?: ValueSchema | boolean;
}

/** A JSON text that no JavaScript value produces, such as a huge number or the key `__proto__`. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export class FormFile {
  readonly kind: (typeof fileKinds)[number];

  constructor(kind: (typeof fileKinds)[number]) {
    this.kind = kind;
  }
}

export const fileKinds = ['jpeg', 'png', 'pdf', 'text', 'svg', 'cut', 'empty', 'large'] as const;

const words = fc.constantFrom(
  'Notes',
  'Ada Byron',
  'zwei Wörter',
  '日本語',
  '👩‍👩‍👧 family',
  'a\u202eb',
  'e\u0301',
);
const plain = fc.oneof(
  { weight: 4, arbitrary: words },
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
);
const people = ['ada@example.com', 'hr@example.com', 'admin@example.com', 'user@example.com'];
const links = [
  '',
  'https://example.com/job',
  'http://example.com/?a=b#c',
  'uploads/none.png',
  'javascript:alert(1)',
];

/**
 * Generates values that match the type and the limits of a schema. Some values are exactly at a limit. `name`
 * is the name of the field, which decides whether a text is an email address, a link or a password.
 */
export function validValue(schema: ValueSchema, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => validValue(part, name)));
  const [type, ...others] = [schema.type ?? 'any'].flat();
  if (others.length > 0)
    return fc.oneof(...[type, ...others].map((one) => validValue({ ...schema, type: one! }, name)));
  switch (type) {
    case 'string':
      return validText(schema, name);
    case 'integer':
    case 'number':
      return validNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return validList(schema);
    case 'object':
      return validObject(schema).map((entries) => Object.fromEntries(entries));
    default:
      return fc.jsonValue();
  }
}

function validText(
  { format, pattern, minLength = 0, maxLength }: ValueSchema,
  name: string,
): fc.Arbitrary<unknown> {
  if (format === 'binary') {
    const usual = fc.constantFrom<(typeof fileKinds)[number]>('jpeg', 'png', 'pdf');
    const any = fc.constantFrom(...fileKinds.filter((kind) => kind !== 'large'));
    return fc
      .oneof(
        { weight: 60, arbitrary: usual },
        { weight: 20, arbitrary: any },
        { weight: 1, arbitrary: fc.constant('large' as const) },
      )
      .map((kind) => new FormFile(kind));
  }
  if (/mail/.test(name)) return fc.oneof(fc.constantFrom(...people), fc.emailAddress());
  if (/link|image$|url/.test(name)) return fc.constantFrom(...links);
  if (/password/.test(name)) return fc.constantFrom('', 'frequency hopping', 'password1', 'x'.repeat(129));
  const texts = pattern || maxLength === undefined ? words : plain;
  const cut = (text: string) => text.slice(0, maxLength).toWellFormed().padEnd(minLength, 'x');
  if (maxLength === undefined) return texts.map(cut);
  return fc.oneof(
    { weight: 8, arbitrary: texts.map(cut) },
    { weight: 1, arbitrary: fc.constant('m'.repeat(maxLength)) },
    { weight: 1, arbitrary: fc.constant('m'.repeat(minLength)) },
  );
}

const maxInt32 = 2 ** 31 - 1;

function validNumber({ format, minimum = -1000, ...limits }: ValueSchema): fc.Arbitrary<number> {
  const { maximum = format === 'int32' ? maxInt32 : 1000 } = limits;
  const small = fc.integer({ min: Math.max(minimum, -10), max: Math.min(maximum, 10) });
  return fc.oneof({ weight: 4, arbitrary: small }, fc.constantFrom(minimum, maximum));
}

function validList({ items = {}, minItems = 0, maxItems = 100 }: ValueSchema): fc.Arbitrary<unknown[]> {
  const some = fc.array(validValue(items), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 3),
  });
  return fc.oneof(
    { weight: 9, arbitrary: some },
    { weight: 1, arbitrary: validValue(items).map((item) => Array.from({ length: maxItems }, () => item)) },
  );
}

export type ObjectEntries = [name: string, value: unknown][];

/**
 * Generates the members of an object: all required members and some optional members. The result is a list of
 * pairs, in which a name may occur twice.
 */
export function validObject(schema: ValueSchema): fc.Arbitrary<ObjectEntries> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, part]) => {
    const value = validValue(part, name).map((given): ObjectEntries => [[name, given]]);
    // Most optional members are left out. Otherwise, one violated rule would hide all other rules.
    return required.includes(name)
      ? value
      : fc.oneof({ weight: 2, arbitrary: fc.constant<ObjectEntries>([]) }, value);
  });
  const more =
    typeof additionalProperties === 'object'
      ? fc.array(fc.tuple(plain, validValue(additionalProperties)), { maxLength: 3 })
      : fc.constant<ObjectEntries>([]);
  return fc.tuple(...members, more).map((parts) => parts.flat());
}

const deep = (depth: number) => new RawJson('['.repeat(depth) + ']'.repeat(depth));

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), [], {}, [[]], [null], { a: { b: 1 } }],
      ...[
        '',
        ' ',
        '\t\r\n',
        '0',
        '-1',
        '1e3',
        'NaN',
        'true',
        'null',
        '[]',
        '{}',
        '[',
        '{"a":1}',
        '[1,"x"]',
        '["x"]',
      ],
      ...[
        'a\u0000b',
        '\u0000',
        '\ud800',
        'x\udc00',
        '\ud83d',
        '\ufeff',
        '\u2028',
        '\u202e',
        '\u0007',
        '\u007f',
      ],
      ...[
        '%',
        '_',
        '\\',
        "'",
        '"; drop table posts; --',
        '#{7*7}',
        '{{7*7}}',
        '<script>alert(1)</script>',
        '=1+1',
      ],
      ...[
        '__proto__',
        'constructor',
        'toString',
        '../../etc/passwd',
        'uploads/../x.png',
        'uploads/',
        'file:///',
      ],
      ...[
        'a@b',
        '@',
        'a@b\r\nBcc: c@d',
        'http://[::1',
        'https://user:pw@example.com',
        '//evil.example',
        'data:,x',
      ],
      ...[
        '9999-99-99',
        '+275760-09-13T00:00:00.001Z',
        'ß',
        'İ',
        'ﬁ',
        '\u{1f468}\u200d\u{1f469}',
        '\u0301'.repeat(99),
      ],
      ...[new RawJson('1e400'), new RawJson('-0'), new RawJson('1e-400'), new RawJson('9'.repeat(400))],
      ...[new RawJson('{"__proto__":{"a":1}}'), new RawJson('{"constructor":{"prototype":{}}}')],
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(101, 201, 501, 2001, 20_001, 100_000)
      .chain((length) => fc.constantFrom('x', 'ä', '💠', ' x', '<b>').map((unit) => unit.repeat(length))),
  },
  { weight: 1, arbitrary: fc.constantFrom(50, 5000).map(deep) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(101, 2000).map((length) => Array.from({ length }, (_, at) => `e${at}`)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.jsonValue({ noUnicodeString: false }) },
  { weight: 1, arbitrary: fc.double() },
);

const oddNames = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    '',
    '_method',
    'id',
    'version',
    'role',
    'created_at',
  ],
  ...['password_hash', 'is_read', 'a[b]', 'a.b', 'x'.repeat(300), '\u0000', 'input', '0', '"', 'name="x"'],
);

export function spoilEntries(entries: fc.Arbitrary<ObjectEntries>): fc.Arbitrary<ObjectEntries> {
  const spoil = fc.tuple(
    fc.constantFrom('value', 'value', 'value', 'gone', 'twice', 'more'),
    fc.nat(),
    hostileValue,
    oddNames,
  );
  return fc.tuple(entries, fc.array(spoil, { minLength: 1, maxLength: 2 })).map(([given, spoils]) => {
    const members = [...given];
    for (const [how, place, value, name] of spoils) {
      const at = place % Math.max(1, members.length);
      const member = members[at];
      if (how === 'more' || !member) members.push([name, value]);
      else if (how === 'gone') members.splice(at, 1);
      else if (how === 'twice') members.push([member[0], value]);
      else members[at] = [member[0], value];
    }
    return members;
  });
}
