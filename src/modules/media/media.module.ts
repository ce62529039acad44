import { tableOf } from '../../database/list/table.ts';
import { MediaView } from '../../shared/media.ts';
import type { Subject } from '../activities/activities.service.ts';
import { recordsOf } from '../records/records.service.ts';
import { mediaFacts } from './media.facts.ts';
import { toMediaView } from './media.repository.ts';
import { MediaItem } from './media-item.entity.ts';

const missing = 'There is no such picture in the library.';

export const mediaTable = tableOf<MediaView>({
  ...{ name: mediaFacts.table, view: MediaView, missing, pageSize: mediaFacts.pageSize },
  sortedBy: { name: 'sort_title' },
});

export const subjectOf = ({ id, name, alt }: MediaItem): Subject => ({
  ...{ id, label: name, facts: { name, alt: alt ?? null }, isPublic: true },
});

export const media = {
  rows: recordsOf<MediaView, MediaItem>({
    ...{ entity: MediaItem, table: mediaTable, module: mediaFacts.log, listed: [], subjectOf },
    toView: toMediaView,
    // A restored row that shows the same picture may have entered it again.
    prepare: async ({ em }, { path }) => {
      if (typeof path === 'string') await em.nativeDelete(MediaItem, { path, is_attached: true });
    },
  }),
};
