import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { pictureStemOf } from '../shared/picture-stem.ts';
import { possibleOriginalsOf } from '../shared/picture-view.ts';
import { isInColumns, pictureColumns } from './named-files.repository.ts';

const maxKnown = 10_000;

export type IsServed = (path: string) => Promise<boolean>;

/**
 * Returns the function that tells whether visitors may load a picture or one of its sizes: while a row shows it. The
 * answer holds for one content version. While the database is unavailable, the last answer counts.
 */
export function createServedPictures({
  orm,
  read,
  content,
}: Pick<Database, 'orm' | 'read' | 'content'>): IsServed {
  const columns = pictureColumns(orm);
  const answers = new LRUCache<string, { version: number; isServed: boolean }>({ max: maxKnown });
  return async (path) => {
    const stem = pictureStemOf(path);
    const last = answers.get(stem);
    try {
      const version = content.known() ?? (await content.ask());
      if (last?.version === version) return last.isServed;
      const isServed = await isInColumns(read, columns, possibleOriginalsOf(stem));
      answers.set(stem, { version, isServed });
      return isServed;
    } catch (error) {
      if (last) return last.isServed;
      throw error;
    }
  };
}
