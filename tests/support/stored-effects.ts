import type { EntityClass } from '@mikro-orm/core';
import { Activity } from '../../src/log/activity.entity.ts';
import type { ActivityModule } from '../../src/shared/module-facts.ts';
import type { TestApp } from './test-app.ts';

/**
 * Returns the number of rows, the number of log entries, and the names of the files. A refused operation must not
 * change any of them.
 */
export async function readEffects(site: TestApp, entity: EntityClass<{ id: number }>) {
  const em = site.database.fork();
  return {
    rows: await em.count(entity),
    entries: await em.count(Activity),
    files: await site.files(),
  };
}

/** Returns the log entries about one row, oldest first. */
export async function entriesOf(site: TestApp, module: ActivityModule, item_id: number) {
  const entries = await site.database.fork().find(Activity, { module, item_id }, { orderBy: { id: 'asc' } });
  return entries.map(({ type, description, metadata, user_name, is_verified }) => ({
    type,
    description,
    metadata,
    user_name,
    is_verified,
  }));
}
