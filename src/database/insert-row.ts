import { type EntityClass, ReferenceKind } from '@mikro-orm/core';
import { compileOnce } from './compiled-query.ts';
import { declareChangedTables } from './content-version.ts';
import { isPostgresql } from './dialect.ts';
import type { Connection, Ctx } from './ctx.ts';

/**
 * Inserts a row, and sets its generated values, such as the id. MikroORM's unit of work does not track the row, which
 * saves time.
 */
export async function insertRow<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Promise<void> {
  const { tableName, props } = em.getMetadata().get(entity);
  declareChangedTables({ em }, tableName);
  const db = em.getKysely<object>() as Connection;
  const toColumn = isPostgresql(db) ? toPostgresql : toSqlite;
  const given: Record<string, unknown> = {};
  const chosen: [name: keyof Row & string, column: string][] = [];
  for (const { name, fieldNames, kind } of props) {
    const column = fieldNames[0]!;
    if (row[name] === undefined) chosen.push([name, column]);
    else if (kind === ReferenceKind.SCALAR) given[column] = toColumn(row[name]);
    else given[column] = (row[name] as { id: number }).id;
  }
  const columns = chosen.map(([, column]) => column);
  const [stored] = await insertion(db, given, [tableName, Object.keys(given), columns].join(' '));
  for (const [name, column] of chosen) Object.assign(row, { [name]: stored![column] });
}

const insertion = compileOnce<Record<string, unknown>>((db, blank, shape) => {
  const [table = '', given, chosen] = shape.split(' ');
  return db
    .withTables<Record<string, Record<string, unknown>>>()
    .insertInto(table)
    .values(Object.fromEntries(given!.split(',').map((column) => [column, blank(column)])))
    .returning(chosen!.split(','));
});

function toSqlite(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : toPostgresql(value);
}

function toPostgresql(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
