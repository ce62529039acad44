import type { EntityClass } from '@mikro-orm/core';
import { touch } from '../../database/content-version.ts';
import type { OperationContext } from '../../database/operation.ts';

export function toFields<Row extends object>(
  { em }: Pick<OperationContext, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Record<string, unknown> {
  const { props } = em.getMetadata().get(entity);
  return JSON.parse(JSON.stringify(Object.fromEntries(props.map(({ name }) => [name, row[name]]))));
}

/** Keeps id and version. Ignores properties that the entity no longer has. */
export async function insertFields<Row extends object>(
  { em }: Pick<OperationContext, 'em'>,
  entity: EntityClass<Row>,
  fields: Record<string, unknown>,
): Promise<void> {
  const { props, tableName } = em.getMetadata().get(entity);
  touch({ em }, tableName);
  const known = props.filter(({ name }) => fields[name] !== undefined);
  const values = known.map(({ name, runtimeType }) => {
    const value = fields[name];
    return [name, runtimeType === 'Date' && typeof value === 'string' ? new Date(value) : value];
  });
  await em.insert(entity, Object.fromEntries(values));
}
