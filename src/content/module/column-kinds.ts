import { p } from '@mikro-orm/core';
import { z } from 'zod';
import {
  type PersonalDataKind,
  jsonColumn,
  textColumn,
  toIsoTime,
  toTextList,
  parseJsonColumn,
} from '../../database/columns.ts';
import { PicturePath } from '../../database/file-columns.ts';
import {
  booleanField,
  clearableText,
  dayField,
  listedField,
  mediaIdField,
  momentField,
  oneLine,
  oneOf,
  optionalDayField,
  requiredText,
  rowIdField,
  slugField,
  uploadPathField,
  webAddressField,
} from '../../shared/fields.ts';
import { isBlank } from '../../shared/blocks/row-values.ts';
import {
  type Block,
  type BlocksColumn,
  type Column,
  type Columns,
  isOptionalDay,
  type ItemsColumn,
} from '../../shared/column-types.ts';
import {
  cutList,
  entryListField,
  figureListField,
  pictureListField,
  rowIdsField,
  textListField,
} from '../../shared/list-fields.ts';
import { optionalTextField } from '../../shared/optional-text-field.ts';
import { fileOrPictureField } from '../../shared/uploads.ts';

type FieldOf = (column: Column) => z.ZodType;

const keyPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

function itemList({ label, noun, max, fields }: ItemsColumn, fieldOf: FieldOf) {
  return z
    .array(membersOf(fields, fieldOf, `A ${noun} must be an object`), `${label} must be a list`)
    .max(max, `${label} may have at most ${max} entries`)
    .optional();
}

const AnyBlock = z.looseObject({
  kind: z.string().describe('The kind'),
  key: z.string().optional().describe('The name of the entry for programs, which never changes'),
});

/**
 * Also accepts JSON text, and gives each block a key that is unique on the page. Blocks of an unknown kind keep all members:
 * `expectKnownBlocks` refuses new ones.
 */
function blockList(column: BlocksColumn, fieldOf: FieldOf) {
  const { label, max, maxEntries, kinds } = column;
  const schemas = new Map(
    Object.entries(kinds).map(([kind, { fields }]) => [kind, membersOf(fields, fieldOf)]),
  );
  return z
    .preprocess(
      (value: Block[] | string) => cutList(typeof value === 'string' ? parsed(value) : value, max),
      z
        .array(AnyBlock, `${label} must be a list of blocks`)
        .max(max, `${label} may have at most ${max} blocks`),
    )
    .transform((submitted, { addIssue }): Block[] => {
      const entries = submitted.flatMap((block) => Object.values(block).filter(Array.isArray)).flat().length;
      if (entries > maxEntries) {
        const limit = maxEntries.toLocaleString('en');
        addIssue({ code: 'custom', message: `${label} may have at most ${limit} entries in all blocks` });
        return z.NEVER;
      }
      const blocks = submitted.map((block, at) => {
        const { kind, key } = block;
        const schema = schemas.get(kind);
        if (!schema) return block;
        const result = schema.safeParse(block);
        for (const { path, message } of result.error?.issues ?? []) {
          addIssue({ code: 'custom', message, path: [at, ...path], params: { isDotted: true } });
        }
        const fields = result.data;
        return { ...fields, kind, key };
      });
      return withKeys(blocks).map(inStoredOrder);
    })
    .optional();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An absent choice gets its first value, any other absent field that may be empty the value of an empty field. */
function membersOf(fields: Columns, fieldOf: FieldOf, error?: string) {
  const shape = Object.entries(fields).map(([name, column]) => [name, withInitial(column, fieldOf(column))]);
  return z.object(Object.fromEntries(shape) as z.ZodRawShape, error);
}

function withInitial(column: Column, field: z.ZodType): z.ZodType {
  if (column.kind === 'choice') return field.default(column.values[0]);
  return field.transform((value) => value ?? emptyValueOf(column));
}

/** An empty `optionalText` is `''` in a block, but null in a column. */
export function emptyValueOf({ kind }: Column): unknown {
  if (['items', 'references', 'gallery', 'figures', 'tags', 'lines'].includes(kind)) return [];
  if (kind === 'tick') return false;
  return kind === 'media' || kind === 'reference' ? null : '';
}

function withKeys(blocks: readonly { kind: string; key?: string | undefined }[]): Block[] {
  const used = new Set<string>();
  const kept = blocks.map(({ key }) => {
    if (!key || !keyPattern.test(key) || used.has(key)) return undefined;
    used.add(key);
    return key;
  });
  return blocks.map((block, at) => {
    let key = kept[at];
    for (let number = 1; key === undefined; number += 1) {
      const next = `${block.kind}-${number}`;
      if (!used.has(next)) key = next;
    }
    used.add(key);
    return { ...block, key };
  });
}

/** As `jsonb` of PostgreSQL does, or an unchanged block would look changed. */
function inStoredOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inStoredOrder) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => {
    const [a, b] = [Buffer.from(one), Buffer.from(other)];
    return a.length - b.length || Buffer.compare(a, b);
  });
  return Object.fromEntries(members.map(([name, inner]) => [name, inStoredOrder(inner)])) as T;
}

// How the server receives, stores and returns each kind of column. A kind without an entry in `columnKinds` is a type error.

const Figure = z
  .object({
    unit: z.string().describe('The unit of the figure'),
    after: z.string().optional().describe('The value after'),
    before: z.string().optional().describe('The value before'),
    number: z.string().describe('The number, as it is shown'),
    meaning: z.string().describe('What the figure measures'),
  })
  .meta({ title: 'Figure' });
const CaptionedPicture = z
  .object({
    caption: z.string().describe('The text below the picture'),
    media_id: z.int().describe('The id of a picture of the library'),
  })
  .meta({ title: 'CaptionedPicture' });

interface Kind<C> {
  /** `fieldOf` reads the fields of blocks and entries. */
  input(column: C, fieldOf?: FieldOf): z.ZodType;
  view(column: C): z.ZodType;
  /** The property of the entity. `old` becomes the default in the database. */
  storage(column: C): object;
  /** `stored` is as SQLite or PostgreSQL returns it. */
  read(stored: unknown): unknown;
  /** The value of a new row whose form omits the column. */
  initial(column: C): unknown;
}
type Kinds = { [K in Column['kind']]: Kind<Extract<Column, { kind: K }>> };

const Day = z.string().meta({ format: 'date' });

const asIs = (stored: unknown) => stored ?? null;
const none = () => null;

const storeText =
  (holds: PersonalDataKind) =>
  ({ old }: { old?: unknown }) =>
    old === undefined ? textColumn(holds) : textColumn(holds).default(old as string);
const required = {
  view: () => z.string(),
  storage: storeText('writing'),
  read: asIs,
  initial: none,
};
const optional = {
  ...required,
  view: () => z.string().nullable(),
  storage: () => textColumn('writing').nullable(),
};
const id = {
  view: () => z.int().nullable(),
  storage: () => p.integer().nullable(),
  read: asIs,
  initial: none,
};
const texts = {
  view: () => z.array(z.string()),
  storage: ({ old }: { old?: unknown }) =>
    old === undefined
      ? jsonColumn<string[]>('writing')
      : jsonColumn<string[]>('writing').default(old as string[]),
  read: (stored: unknown) => toTextList(stored as string | string[]),
};
const objects = {
  storage: () => jsonColumn<object[]>('writing').default([]),
  read: (stored: unknown) => parseJsonColumn((stored ?? []) as object[] | string),
  initial: () => [],
};

const columnKinds: Kinds = {
  line: { ...required, input: ({ label, max }) => oneLine(label, max) },
  text: { ...required, input: ({ label, max }) => requiredText(label, max) },
  html: {
    ...required,
    input: (column) => ('isOptional' in column ? clearableText : requiredText)(column.label, column.max),
    initial: () => '',
  },
  optionalText: { ...optional, input: optionalTextField },
  choice: {
    ...required,
    storage: storeText('nothing'),
    input: ({ label, values }) => oneOf(label, values),
    // A stored value may have left the choices.
    view: ({ values }) => z.string().meta({ examples: [...values] }),
  },
  listed: {
    ...required,
    storage: storeText('nothing'),
    input: ({ label, list }) => listedField(label, list),
    view: ({ list }) => z.string().meta({ listed: list, isExample: true }),
  },
  tick: {
    input: ({ label }) => booleanField(label).optional(),
    view: () => z.boolean(),
    storage: ({ old }) => (old === undefined ? p.boolean() : p.boolean().default(old as boolean)),
    read: Boolean,
    initial: ({ initial }) => initial,
  },
  tags: {
    ...texts,
    input: (column) =>
      'atLeast' in column ? textListField(column.label, column) : textListField(column.label).optional(),
    initial: () => [],
  },
  lines: { ...texts, input: ({ label, noun, max }) => entryListField(label, noun, max), initial: none },
  link: { ...required, input: ({ label }) => webAddressField(label), initial: () => '' },
  picture: {
    ...optional,
    input: ({ label }) => fileOrPictureField(label, uploadPathField(label)),
    storage: () => p.type(PicturePath).nullable(),
  },
  day: {
    ...required,
    storage: (column) =>
      isOptionalDay(column) ? textColumn('nothing').nullable() : storeText('nothing')(column),
    input: (column) => (isOptionalDay(column) ? optionalDayField : dayField)(column.label),
    view: (column) => (isOptionalDay(column) ? Day.nullable() : Day),
  },
  moment: {
    ...optional,
    input: ({ label, isDay }) => momentField(label, isDay),
    storage: () => p.datetime().nullable(),
    read: (stored) => (stored === null || stored === undefined ? null : toIsoTime(stored as Date)),
  },
  slug: {
    ...optional,
    storage: () => textColumn('nothing').nullable(),
    input: ({ label, isPath }) => slugField(label, isPath),
  },
  media: { ...id, input: ({ label }) => mediaIdField(label) },
  reference: { ...id, input: ({ label }) => rowIdField(label) },
  references: {
    ...objects,
    input: ({ label, max }) => rowIdsField(label, max),
    view: () => z.array(z.int()),
  },
  figures: {
    ...objects,
    input: ({ label, max }) => figureListField(label, max),
    view: () => z.array(Figure),
  },
  gallery: {
    ...objects,
    input: ({ label, max }) => pictureListField(label, max),
    view: () => z.array(CaptionedPicture),
  },
  items: {
    ...objects,
    input: (column, fieldOf = inputOf) => itemList(column, fieldOf),
    view: () => z.array(z.looseObject({})),
  },
  blocks: {
    ...objects,
    input: (column, fieldOf = inputOf) => blockList(column, fieldOf),
    // A later version of the program may have stored other kinds.
    view: () =>
      z.array(
        z.looseObject({
          key: z.string().describe('The name of the entry for programs, which never changes'),
          kind: z.string().describe('The kind'),
        }),
      ),
  },
};

/** TypeScript cannot relate a column to the entry of its kind. */
export function columnKindOf(column: Column): Kind<Column> {
  return columnKinds[column.kind] as Kind<Column>;
}

function inputOf(column: Column): z.ZodType {
  return columnKindOf(column).input(column);
}

/** As `input`, but a required column may be empty: hidden rows need no more than a title. */
export function draftInputOf(column: Column): z.ZodType {
  const field = columnKindOf(column).input(column, draftInputOf);
  // No text stands for a missing day.
  if ('isOptional' in column || column.kind === 'day') return field;
  return z
    .unknown()
    .optional()
    .transform((value, { addIssue }) => {
      if (value === undefined) return undefined;
      if (isBlank(value)) return emptyValueOf(column);
      const result = field.safeParse(Array.isArray(value) ? value.filter((entry) => !isBlank(entry)) : value);
      for (const { message } of result.error?.issues ?? []) addIssue({ code: 'custom', message });
      return result.data;
    });
}

/** What the input of a column answers to an empty value, such as 'Excerpt is required'. */
export function missingMessageOf(column: Column): string {
  const { error } = columnKindOf(column).input(column).safeParse(emptyValueOf(column));
  return error?.issues[0]?.message ?? `${column.label} is required`;
}
