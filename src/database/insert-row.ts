import type { EntityClass } from '@mikro-orm/core';
import { isPostgresql } from './dialect.ts';
import type { Work } from './work.ts';

/**
 * Stores a new row, by a statement that stays prepared, and puts what the database chose, as its id and its version, into it. The unit of
 * work never hears of the row: a create needs no tracking of changes, which costs more than the statement itself.
 */
export async function insertRow<Row extends object>(
  { em }: Pick<Work, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Promise<void> {
  const { tableName, props } = em.getMetadata().get(entity);
  const db = em.getKysely<Record<string, Record<string, unknown>>>();
  const toColumn = isPostgresql(db) ? toPostgresql : toSqlite;
  const given = props.filter(({ name }) => row[name] !== undefined);
  const chosen = props.filter(({ name }) => row[name] === undefined);
  const stored = await db
    .insertInto(tableName)
    .values(Object.fromEntries(given.map(({ name, fieldNames }) => [fieldNames[0], toColumn(row[name])])))
    .returning(chosen.map(({ fieldNames }) => fieldNames[0]!))
    .executeTakeFirstOrThrow();
  for (const { name, fieldNames } of chosen) Object.assign(row, { [name]: stored[fieldNames[0]!] });
}

function toSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : toPostgresql(value);
}

function toPostgresql(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
