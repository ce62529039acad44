import type { EntityClass } from '@mikro-orm/core';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';

export function toFields<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Record<string, unknown> {
  const { props } = em.getMetadata().get(entity);
  return JSON.parse(JSON.stringify(Object.fromEntries(props.map(({ name }) => [name, row[name]]))));
}

/** Inserts a row with the id and the version in `fields`. Ignores fields that the entity no longer has. */
export async function insertFields<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  fields: Record<string, unknown>,
): Promise<void> {
  declareChangedTables({ em }, em.getMetadata().get(entity).tableName);
  await em.insert(entity, toStored({ em }, entity, fields) as never);
}

/**
 * Converts the result of `toFields` back to the values of the entity. Leaves out fields that the entity does not have.
 */
export function toStored<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = em
    .getMetadata()
    .get(entity)
    .props.filter(({ name }) => fields[name] !== undefined);
  const values = known.map(({ name, runtimeType }) => {
    const value = fields[name];
    return [name, runtimeType === 'Date' && typeof value === 'string' ? new Date(value) : value];
  });
  return Object.fromEntries(values);
}
