import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { createJobQueue } from '../shared/background-tasks.ts';
import { Unavailable } from '../shared/errors.ts';
import { pictureStemOf } from '../shared/library-files.ts';
import {
  type PictureSize,
  type PictureTreatment,
  possibleOriginalsOf,
  sizesOf,
  treatedSizesOf,
} from '../shared/picture-view.ts';
import type { Storage } from './files/storage.ts';
import { type PictureRow, readPictures } from './picture.entity.ts';
import { PictureRefused } from './processing/image-processes.ts';
import type { PictureStore } from './processing/picture-store.ts';

type StoredFile = NonNullable<Awaited<ReturnType<Storage['read']>>>;

export interface PictureSizes {
  /**
   * Makes a size that is not stored. If that fails, returns the nearest stored size or the picture with its key;
   * `warn` gets the reason. Undefined if the key names no size.
   */
  find(key: string, warn: (reason: unknown) => void): Promise<{ key: string; file: StoredFile } | undefined>;
}

const maxWaiting = 64;
const busy = 'Too many sizes of pictures are being made.';
/** A picture that could not be processed is not tried again for this long. */
const refusedMs = 10 * 60_000;

/** One at a time. Two instances may make the same size: the files are equal, and replaced at once. */
export function createPictureSizes({
  database,
  pictures,
  readTreatments,
}: {
  database: Pick<Database, 'read'>;
  pictures: Pick<PictureStore, 'read' | 'makeSize' | 'remove'>;
  /** Those that pages show now. No other is made. */
  readTreatments: () => Promise<readonly PictureTreatment[]>;
}): PictureSizes {
  const enqueue = createJobQueue({ parallel: 1, maxWaiting, busy });
  const underWay = new Map<string, Promise<void>>();
  const refused = new LRUCache<string, true>({ max: 1000, ttl: refusedMs });

  const readStored = async (path: string) => {
    const key = path.slice('uploads/'.length);
    const file = await pictures.read(key);
    return file?.bytes ? { key, file } : undefined;
  };
  const make = async (original: string, size: PictureSize): Promise<void> => {
    await pictures.makeSize(original, size);
    // The picture may have been removed meanwhile, and its other sizes after it.
    if (!(await readStored(original))) await pictures.remove(size.path);
  };
  const makeOnce = (original: string, size: PictureSize): Promise<void> => {
    const making =
      underWay.get(size.path) ??
      enqueue(() => make(original, size)).finally(() => underWay.delete(size.path));
    underWay.set(size.path, making);
    return making;
  };
  const readNearest = async (picture: PictureRow, width: number) => {
    const distance = (one: { width: number }) => Math.abs(one.width - width);
    const nearestFirst = sizesOf(picture).toSorted((one, other) => distance(one) - distance(other));
    for (const { path } of [...nearestFirst, picture]) {
      const stored = await readStored(path);
      if (stored) return stored;
    }
    return undefined;
  };

  return {
    find: async (key, warn) => {
      const path = `uploads/${key}`;
      const known = await readPictures(database.read, possibleOriginalsOf(pictureStemOf(path)));
      const treatments = known.size > 0 ? await readTreatments() : [];
      for (const picture of known.values()) {
        const treated = treatments.flatMap((one) => treatedSizesOf(picture, one));
        const size = [...sizesOf(picture), ...treated].find((one) => one.path === path);
        if (!size || !(await readStored(picture.path))) continue;
        if (!refused.has(path)) {
          try {
            await makeOnce(picture.path, size);
            return await readStored(path);
          } catch (error) {
            if (error instanceof PictureRefused) refused.set(path, true);
            if (!(error instanceof Unavailable)) warn(error);
          }
        }
        return readNearest(picture, size.width);
      }
      return undefined;
    },
  };
}
