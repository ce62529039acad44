import { z } from 'zod';
import type { StoredRow } from '../../database/columns.ts';
import { tableReaderOf } from '../../database/list/table.ts';
import { isLibraryPath } from '../../shared/fields.ts';
import { MediaView } from '../../shared/media.ts';
import { maxFocalTenths, mediaFacts, mediaKindOf } from './library.facts.ts';
import type { ActivitySubject } from '../../log/activities.ts';
import type { TransferContent } from '../../content/module/transfer-content.ts';
import type { ContentKind } from '../../content/content-kind.ts';
import { toMediaView } from '../../pictures/media.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { RowId } from '../../content/module/item-fields.ts';

const missing = 'There is no such picture in the library.';

export const mediaReader = tableReaderOf<MediaView>({
  name: mediaFacts.table,
  view: MediaView,
  missing,
  pageSize: mediaFacts.pageSize,
  sortedBy: { name: 'sort_title' },
});

export const activitySubjectOfMedia = ({ id, name, alt, type }: MediaItem): ActivitySubject => ({
  id,
  label: name,
  noun: mediaKindOf(type),
  facts: { name, alt: alt ?? null },
  isPublic: true,
});

const Item = z.object({
  id: RowId,
  version: RowId,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  path: z.string().refine(isLibraryPath, 'is no path of an upload').nullable(),
  name: z.string().max(200),
  alt: z.string().max(250).nullable(),
  caption: z.string().max(500).nullable(),
  credit: z.string().max(200).nullable(),
  tags: z.array(z.string().max(60)).max(100),
  focal_x: z.int().min(0).max(maxFocalTenths),
  focal_y: z.int().min(0).max(maxFocalTenths),
  user_name: z.string(),
});

const content: TransferContent = {
  name: mediaFacts.file,
  table: mediaFacts.table,
  entity: MediaItem,
  module: mediaFacts.log,
  picture: 'path',
  isLibrary: true,
  Item,
  toItem: (row: StoredRow<MediaView>) => {
    const { is_described: _, type: __, is_attached: ___, ...item } = toMediaView(row);
    return item;
  },
  toRow: ({ id, version, created_at, updated_at, user_name, ...values }: z.output<typeof Item>) => {
    const origin = { path: values.path ?? '', name: values.name, alt: values.alt, is_attached: false };
    const row = MediaItem.enter({ ...origin, user_id: null, user_name }, new Date(created_at));
    row.revise(values, new Date(updated_at));
    return Object.assign(row, { id, version });
  },
  // The row's import adds an attached picture again.
  isDerived: ({ is_attached }: StoredRow<MediaView>) => Boolean(is_attached),
  findSame: async ({ em }, row) => {
    const { path } = row as MediaItem;
    return path ? (await em.findOne(MediaItem, { path }))?.id : undefined;
  },
};

const kind: ContentKind<MediaItem, MediaView> = {
  entity: MediaItem,
  table: mediaReader,
  module: mediaFacts.log,
  listed: [],
  subjectOf: activitySubjectOfMedia,
  toView: toMediaView,
  // A row restored meanwhile may have attached the same picture.
  prepare: async ({ em }, { path }) => {
    if (typeof path === 'string') await em.nativeDelete(MediaItem, { path, is_attached: true });
  },
};

export const mediaContent = { content, kind };
