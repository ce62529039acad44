import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEntity, type EntityName, p } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { describe, expect, test } from 'vitest';
import {
  entityMetadataOf,
  type FileColumn,
  PicturePath,
  PrivateFileKey,
  pictureColumnsOf,
  privateFileColumnsOf,
} from '../../src/database/file-columns.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { entities } from '../../src/entities.ts';
import { createPrivateFiles } from '../../src/pictures/files/storage.ts';
import { insertPicture, removeUnneededPicture } from '../../src/pictures/change-pictures.ts';
import { MessageEvent } from '../../src/modules/inbox/message.entity.ts';
import { Upload } from '../../src/shared/uploads.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { sampledModules } from '../support/samples.ts';
import { openStorage } from '../support/storages.ts';
import { storePicture } from '../support/pictures.ts';
import { sweepPrivateOnce, sweepTwice } from '../support/sweeps.ts';
import type { TestApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const described = entityMetadataOf(entities);
const pairsOf = (columns: FileColumn[]) => columns.map(({ table, column }) => [table, column] as const);
type Rows = EntityName<{ id: number }>;

/** Returns a row with a value in every required column. */
function rowOf(site: TestApp, table: string, values: Record<string, unknown>): [Rows, object] {
  const all = [...site.database.orm.getMetadata().getAll().values()];
  const meta = all.find(({ tableName }) => tableName === table)!;
  const examples: Record<string, unknown> = { number: 1, boolean: false, Date: new Date(), object: [] };
  const needed = meta.props.filter(({ primary, nullable }) => !primary && !nullable);
  const row = needed.map(({ name, runtimeType }) => [name, examples[runtimeType] ?? 'x']);
  return [meta.class as Rows, { ...Object.fromEntries(row), ...values }];
}

/** Returns the id of an event of a message, to which files of an answer belong. */
async function addEvent(em: EntityManager): Promise<number> {
  const { id: message_id } = await createMessage(em);
  const event = { message_id, created_at: new Date(), type: 'reply', user_name: 'Ada' };
  return em.insert(MessageEvent, event);
}

describe.each(databaseKinds)('every column that names files on %s', (kind) => {
  const site = useSite({ on: kind });

  test.each(pairsOf(pictureColumnsOf(described)))(
    '%s.%s protects its picture from the sweep',
    async (table, column) => {
      const work = site.work();
      const stored = await storePicture(work.pictures);
      await insertPicture(work, stored, null);
      const em = site.database.fork();
      const [name, row] = rowOf(site, table, { [column]: stored.path });
      const id = await em.insert(name, row);
      expect(await sweepTwice(site.work())).toMatchObject({ removed: 0, failed: [] });
      expect(await site.storedPictures()).toEqual([stored.path]);
      expect(await removeUnneededPicture(site.work(), stored.path)).toBe(false);
      expect(await site.storedPictures()).toEqual([stored.path]);

      await em.nativeDelete(name, { id });
      expect(await removeUnneededPicture(site.work(), stored.path)).toBe(true);
      expect(await site.storedPictures()).toEqual([]);
      expect(site.warnings()).toEqual([]);
    },
  );

  test.each(pairsOf(privateFileColumnsOf(described)))(
    '%s.%s protects its document from the sweep',
    (table, column) =>
      withTemporaryFolder(async (folder) => {
        const { storage, close } = await openStorage('folder');
        const privateFiles = createPrivateFiles(storage);
        const path = join(folder, 'cv');
        await writeFile(path, '%PDF-1.7\nkept');
        const key = await privateFiles.keep(new Upload({ path, bytes: 13, name: 'cv.pdf' }));
        const em = site.database.fork();
        const event_id = ['message_files', 'incoming_mails'].includes(table) ? await addEvent(em) : undefined;
        const [name, row] = rowOf(site, table, { [column]: key, ...(event_id && { event_id }) });
        await em.insert(name, row);
        const work = { ...site.work(), privateFiles };
        for (const later of [0, day]) expect(await sweepPrivateOnce(work, later)).toEqual([]);
        expect(await privateFiles.read(key)).toBeDefined();
        await close();
      }),
  );

  test('is recognised in the same way before and after the database is open', () => {
    const opened = [...site.database.orm.getMetadata().getAll().values()];
    for (const columnsOf of [pictureColumnsOf, privateFileColumnsOf]) {
      const byName = (columns: object[]) => columns.map((column) => JSON.stringify(column)).toSorted();
      expect(byName(columnsOf(opened))).toEqual(byName(columnsOf(described)));
      expect(columnsOf(opened)).not.toEqual([]);
    }
  });
});

test('the columns are those of the modules and of the settings, and the released ones among them', () => {
  const ofModules = sampledModules.filter(({ picture }) => picture);
  expect(pictureColumnsOf(described)).toEqual([
    ...ofModules.map(({ table, picture }) => ({ table, column: picture })),
    { table: 'setting_pictures', column: 'image' },
    { table: 'media', column: 'path', unless: 'is_attached' },
  ]);
  expect(pictureColumnsOf(described)).toEqual(
    expect.arrayContaining([
      { table: 'posts', column: 'featured_image' },
      { table: 'projects', column: 'image' },
      { table: 'members', column: 'image' },
    ]),
  );
  expect(privateFileColumnsOf(described)).toEqual([
    { table: 'messages', column: 'attachment_key' },
    { table: 'message_files', column: 'attachment_key' },
    { table: 'incoming_mails', column: 'source_key' },
  ]);
});

test.each([
  ['pictures', { coverImage: p.type(PicturePath) }],
  ['pictures', { image: p.type(PicturePath).fieldName('cover') }],
  ['documents', { fileKey: p.type(PrivateFileKey) }],
])('a column for %s whose name cannot be determined stops the start', async (_, properties) => {
  const odd = defineEntity({
    name: 'Odd',
    tableName: 'odd',
    properties: { id: p.integer().primary(), ...properties },
  });
  await withTemporaryFolder(async (dataDir) => {
    const opening = openDatabase({ entities: [odd], migrations: [], url: undefined, dataDir });
    await expect(opening).rejects.toThrow(
      /^the column of Odd\.\w+ names files, but its name cannot be determined: [^\n]+$/,
    );
  });
});
