import { p } from '@mikro-orm/core';
import { z } from 'zod';
import { toIso, toTextList } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import { PicturePath } from '../../database/file-columns.ts';
import { uploadPathField, webAddressField } from '../../shared/address-fields.ts';
import type { Column } from '../../shared/column-types.ts';
import {
  booleanField,
  listedField,
  mediaIdField,
  momentField,
  oneOf,
  rowIdField,
  slugField,
} from '../../shared/fields.ts';
import { entryList, figureList, pictureList, rowIdsField, textList } from '../../shared/list-fields.ts';
import { clearableText, oneLine, requiredText } from '../../shared/text-fields.ts';
import { blockList, itemList } from './block-fields.ts';
import { noteField } from '../../shared/note-field.ts';
import { fileOrPictureField } from '../../shared/uploaded-file.ts';

// How the server receives, stores and returns each kind of column. A kind without an entry in `columnKinds` is a type error.

const Figure = z
  .object({
    unit: z.string().describe('The unit of the figure'),
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

/** The schemas and conversions of one kind of column. */
interface Kind<C> {
  input(column: C): z.ZodType;
  view(column: C): z.ZodType;
  /** Returns the property of the entity. If the column has `old`, this value is the default in the database. */
  storage(column: C): object;
  /** Converts a stored value, as SQLite or PostgreSQL returns it, to the value of a view. */
  read(stored: unknown): unknown;
  /** Returns the value for a new row when the form omits the column. */
  initial(column: C): unknown;
}
type Kinds = { [K in Column['kind']]: Kind<Extract<Column, { kind: K }>> };

const asIs = (stored: unknown) => stored ?? null;
const none = () => null;

const required = {
  view: () => z.string(),
  storage: ({ old }: { old?: unknown }) => (old === undefined ? p.text() : p.text().default(old as string)),
  read: asIs,
  initial: none,
};
const optional = { ...required, view: () => z.string().nullable(), storage: () => p.text().nullable() };
const id = {
  view: () => z.int().nullable(),
  storage: () => p.integer().nullable(),
  read: asIs,
  initial: none,
};
const texts = {
  view: () => z.array(z.string()),
  storage: ({ old }: { old?: unknown }) =>
    old === undefined ? p.json<string[]>() : p.json<string[]>().default(old as string[]),
  read: (stored: unknown) => toTextList(stored as string | string[]),
};
const objects = {
  storage: () => p.json<object[]>().default([]),
  read: (stored: unknown) => toJson((stored ?? []) as object[] | string),
  initial: () => [],
};

export const columnKinds: Kinds = {
  line: { ...required, input: ({ label, max }) => oneLine(label, max) },
  text: { ...required, input: ({ label, max }) => requiredText(label, max) },
  html: {
    ...required,
    input: (column) => ('isOptional' in column ? clearableText : requiredText)(column.label, column.max),
    initial: () => '',
  },
  note: { ...optional, input: noteField },
  choice: {
    ...required,
    input: ({ label, values }) => oneOf(label, values),
    // The view is a string, because a stored value may no longer be among the choices. `examples` has the current
    // choices.
    view: ({ values }) => z.string().meta({ examples: [...values] }),
  },
  listed: {
    ...required,
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
      'atLeast' in column ? textList(column.label, column) : textList(column.label).optional(),
    initial: () => [],
  },
  lines: { ...texts, input: ({ label, noun, max }) => entryList(label, noun, max), initial: none },
  link: { ...required, input: ({ label }) => webAddressField(label), initial: () => '' },
  picture: {
    ...optional,
    input: ({ label }) => fileOrPictureField(label, uploadPathField(label)),
    storage: () => p.type(PicturePath).nullable(),
  },
  moment: {
    ...optional,
    input: ({ label, isDay }) => momentField(label, isDay),
    storage: () => p.datetime().nullable(),
    read: (stored) => (stored === null || stored === undefined ? null : toIso(stored as Date)),
  },
  slug: { ...optional, input: ({ label, isPath }) => slugField(label, isPath) },
  media: { ...id, input: ({ label }) => mediaIdField(label) },
  reference: { ...id, input: ({ label }) => rowIdField(label) },
  references: {
    ...objects,
    input: ({ label, max }) => rowIdsField(label, max),
    view: () => z.array(z.int()),
  },
  figures: {
    ...objects,
    input: ({ label, max }) => figureList(label, max),
    view: () => z.array(Figure),
  },
  gallery: {
    ...objects,
    input: ({ label, max }) => pictureList(label, max),
    view: () => z.array(CaptionedPicture),
  },
  items: {
    ...objects,
    input: (column) => itemList(column, inputOf),
    view: () => z.array(z.looseObject({})),
  },
  blocks: {
    ...objects,
    input: (column) => blockList(column, inputOf),
    // A stored block may have a kind that only a later version of the program has.
    view: () =>
      z.array(
        z.looseObject({
          key: z.string().describe('The name of the entry for programs, which never changes'),
          kind: z.string().describe('The kind'),
        }),
      ),
  },
};

/**
 * Returns the entry of a column's kind. TypeScript cannot relate the two types, so the entry is typed as one that
 * accepts any column.
 */
export function columnKindOf(column: Column): Kind<Column> {
  return columnKinds[column.kind] as Kind<Column>;
}

function inputOf(column: Column): z.ZodType {
  return columnKindOf(column).input(column);
}
