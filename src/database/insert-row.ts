import { type EntityClass, ReferenceKind } from '@mikro-orm/core';
import { declareChangedTables } from './content-version.ts';
import type { Ctx } from './ctx.ts';

/** Sets generated values, such as the id. The unit of work does not track the row, which saves time. */
export async function insertRow<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Promise<void> {
  const { tableName, props } = em.getMetadata().get(entity);
  declareChangedTables({ em }, tableName);
  const values: Record<string, unknown> = {};
  const generated: [name: keyof Row & string, column: string][] = [];
  for (const { name, fieldNames, kind } of props) {
    const column = fieldNames[0]!;
    if (row[name] === undefined) generated.push([name, column]);
    else if (kind === ReferenceKind.SCALAR) values[column] = toColumn(row[name]);
    else values[column] = (row[name] as { id: number }).id;
  }
  const stored = await em
    .getKysely<Record<string, Record<string, unknown>>>()
    .insertInto(tableName)
    .values(values)
    .returning(generated.map(([, column]) => column))
    .executeTakeFirstOrThrow();
  for (const [name, column] of generated) Object.assign(row, { [name]: stored[column] });
}

function toColumn(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
