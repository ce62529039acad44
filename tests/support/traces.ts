import type { EntityClass } from '@mikro-orm/core';
import { Activity } from '../../src/modules/activities/activity.entity.ts';
import type { ActivityModule } from '../../src/shared/module-facts.ts';
import type { TestApp } from './test-app.ts';

/** Returns everything that an operation may leave behind: rows, log entries, files. A refused one leaves all of it unchanged. */
export async function tracesOf(site: TestApp, entity: EntityClass<{ id: number }>) {
  const em = site.database.fork();
  return {
    rows: await em.count(entity),
    entries: await em.count(Activity),
    files: await site.files(),
  };
}

/** Returns the log entries about one row, the oldest first, as `create`, `update` or `delete` with their facts. */
export async function entriesOf(site: TestApp, module: ActivityModule, item_id: number) {
  const entries = await site.database.fork().find(Activity, { module, item_id }, { orderBy: { id: 'asc' } });
  return entries.map(({ type, description, metadata, user_name, is_verified }) => ({
    ...{ type, description, metadata, user_name, is_verified },
  }));
}
