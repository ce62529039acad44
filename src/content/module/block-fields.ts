import { z } from 'zod';
import type { BlocksColumn, Column, Columns, ItemsColumn } from '../../shared/column-types.ts';
import type { Block } from '../../shared/json-values.ts';

type FieldOf = (column: Column) => z.ZodType;

const keyPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Returns the schema of a list of entries, such as the questions of a block. */
export function itemList({ label, noun, max, fields }: ItemsColumn, fieldOf: FieldOf) {
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
 * Returns the schema of blocks. The schema also accepts JSON text. It drops members that the kind of a block does not
 * have, and gives each block a key that is unique on the page. It keeps all members of a block of an unknown kind.
 * `expectKnownBlocks` refuses such a block if the block is new.
 */
export function blockList(column: BlocksColumn, fieldOf: FieldOf) {
  const { label, max, maxEntries, kinds } = column;
  const schemas = new Map(
    Object.entries(kinds).map(([kind, { fields }]) => [kind, membersOf(fields, fieldOf)]),
  );
  return z
    .preprocess(
      (value: Block[] | string) => cut(typeof value === 'string' ? parsed(value) : value, max),
      z
        .array(AnyBlock, `${label} must be a list of blocks`)
        .max(max, `${label} may have at most ${max} blocks`),
    )
    .transform((given, { addIssue }): Block[] => {
      const entries = given.flatMap((block) => Object.values(block).filter(Array.isArray)).flat().length;
      if (entries > maxEntries) {
        const most = maxEntries.toLocaleString('en');
        addIssue({ code: 'custom', message: `${label} may have at most ${most} entries in all blocks` });
        return z.NEVER;
      }
      const blocks = given.map((block, at) => {
        const { kind, key } = block;
        const schema = schemas.get(kind);
        if (!schema) return block;
        const result = schema.safeParse(block);
        for (const { path, message } of result.error?.issues ?? []) {
          addIssue({ code: 'custom', message, path: [at, ...path], params: { isDotted: true } });
        }
        const fields = result.data as object | undefined;
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

/**
 * Shortens a list that is too long to one entry above the limit. The schema then refuses the list without checking all
 * its entries.
 */
function cut(value: unknown, max: number): unknown {
  return Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value;
}

/**
 * Returns the schema of an object. An absent choice gets its first value. Any other absent optional field gets the
 * value of an empty field.
 */
function membersOf(fields: Columns, fieldOf: FieldOf, error?: string) {
  const shape = Object.entries(fields).map(([name, column]) => [name, withInitial(column, fieldOf(column))]);
  return z.object(Object.fromEntries(shape) as z.ZodRawShape, error);
}

function withInitial(column: Column, field: z.ZodType): z.ZodType {
  if (column.kind === 'choice') return field.default(column.values[0]);
  return 'isOptional' in column ? field.transform((value) => value ?? emptyValueOf(column)) : field;
}

/** Returns the value of an empty field. An empty field of kind `note` is `''` in a block, but null in a column. */
function emptyValueOf({ kind }: Column): unknown {
  if (['items', 'references', 'gallery', 'figures'].includes(kind)) return [];
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

/** Sorts the members of objects as `jsonb` of PostgreSQL does. Otherwise an unchanged block would look changed. */
export function inStoredOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inStoredOrder) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => {
    const [a, b] = [Buffer.from(one), Buffer.from(other)];
    return a.length - b.length || Buffer.compare(a, b);
  });
  return Object.fromEntries(members.map(([name, inner]) => [name, inStoredOrder(inner)])) as T;
}
