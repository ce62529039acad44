import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RuleBroken } from '../shared/errors.ts';
import type { QueueLoad } from '../shared/queue.ts';
import type { PictureSize } from '../shared/shown-picture.ts';
import type { Upload } from '../shared/upload.ts';
import { type AwayPictures, createAwayPictures } from './away.ts';
import { isAsNamed, nameFile } from './name-file.ts';
import type { PictureFacts, PictureFormat } from './picture-jobs.ts';
import { damaged, findPictureProblem } from './picture-rules.ts';
import type { Storage } from './storage.ts';
import { createWorkshop, PictureRefused } from './workshop.ts';

/** A picture as it is kept: its path relative to the site root, and what its pixels say. */
export interface KeptPicture extends PictureFacts {
  path: string;
}

/** Pictures of the site: checked, cleaned, kept under `uploads/`. */
export interface Pictures {
  /** Why these bytes are no picture that we take, in words; `undefined` when they are one. */
  findProblem(path: string): Promise<string | undefined>;
  /**
   * Cleans a picture (upright, no metadata, encoded anew) and keeps it.
   *
   * @throws {RuleBroken} under `field` when the picture is damaged · {Unavailable} when too many wait already
   */
  keep(upload: Upload, field: string): Promise<KeptPicture>;
  /** Renders a drawing to WebP and keeps it; the same drawing always gets the same path. */
  keepDrawing(svg: string): Promise<KeptPicture>;
  /** Whether a picture is kept under this path. */
  isKept(path: string): Promise<boolean>;
  /** Whether a kept picture has other bytes than it was kept with; reads all of it. */
  isDamaged(path: string): Promise<boolean>;
  /**
   * Makes a smaller version of a kept picture, each named by its own path.
   *
   * @throws {PictureRefused} when that can not be done, however often it is tried
   */
  makeSizes(path: string, sizes: PictureSize[]): Promise<void>;
  /** What the pixels of a kept picture say. */
  measure(path: string): Promise<KeptPicture>;
  /** Every kept file, sizes among them. */
  list(): AsyncIterable<{ path: string; changedAt: Date }>;
  /** How much is being worked on, and how much waits. */
  load(): QueueLoad;
  /** Removes kept files; a path that is none of ours is left alone. */
  remove(...paths: string[]): Promise<void>;
  /** Those that only the trash still needs. */
  away: AwayPictures;
}

/** Makes the smaller sizes of pictures, from the stored list of those that have none yet. */
export interface SizeMaker {
  /** Tells that there is something on the list. */
  wake(): void;
}

const drawingSuffix = '00000000';

/**
 * `quarantine` must be on the storage's own disk, so that keeping a file is one rename. `hidden` is a storage that is not
 * served.
 */
export function createPictures(storage: Storage, quarantine: string, hidden: Storage): Pictures {
  // One workshop for uploads and sizes: two processes are what the memory is meant for.
  const work = createWorkshop({ parallel: 2, maxWaiting: 32, maxMs: 15_000 });
  // Only a start or a command draws; it waits as long as it takes.
  const draw = createWorkshop({ parallel: 2, maxWaiting: 1000, maxMs: 60_000 });

  /** Makes a file in quarantine and moves it to the storage. */
  const keepMade = async (
    make: (to: string) => Promise<PictureFacts & { format: PictureFormat }>,
    suffix?: string,
  ): Promise<KeptPicture> => {
    await mkdir(quarantine, { recursive: true });
    const made = join(quarantine, randomUUID());
    try {
      const { format, ...facts } = await make(made);
      const key = `${await nameFile(made, suffix)}.${format}`;
      await storage.keep(key, made);
      return { path: `uploads/${key}`, ...facts };
    } finally {
      await rm(made, { force: true });
    }
  };

  /** Works on a local copy of a kept picture; it is gone afterwards. */
  const withCopy = async <T>(path: string, act: (copy: string) => Promise<T>): Promise<T> => {
    await mkdir(quarantine, { recursive: true });
    const copy = join(quarantine, randomUUID());
    try {
      const file = await storage.read(keyOf(path) ?? '');
      if (!file) throw new PictureRefused('The picture is not there.');
      await pipeline(file.open(), createWriteStream(copy));
      return await act(copy);
    } finally {
      await Promise.all([copy, `${copy}.made`].map((file) => rm(file, { force: true })));
    }
  };

  return {
    away: createAwayPictures(storage, hidden, quarantine),
    load: work.load,
    findProblem: findPictureProblem,
    keep: (upload, field) =>
      keepMade((to) => work('clean', { from: upload.path, to })).catch((cause) => {
        throw cause instanceof PictureRefused ? RuleBroken.of(field, damaged) : cause;
      }),
    keepDrawing: (svg) => keepMade((to) => draw('draw', { svg, to }), drawingSuffix),
    isKept: async (path) => {
      const key = keyOf(path);
      return key !== undefined && (await storage.read(key)) !== undefined;
    },
    isDamaged: async (path) => {
      const key = keyOf(path);
      const file = key === undefined ? undefined : await storage.read(key);
      return key !== undefined && file !== undefined && !(await isAsNamed(key, file.open()));
    },
    measure: async (path) => {
      const facts = await withCopy(path, (copy) => work('measure', { from: copy }));
      return { path, ...facts };
    },
    list: async function* () {
      for await (const { key, changedAt } of storage.list()) yield { path: `uploads/${key}`, changedAt };
    },
    makeSizes: async (path, sizes) => {
      await withCopy(path, async (copy) => {
        const made = `${copy}.made`;
        for (const { path: sized, width, format } of sizes) {
          await work('shrink', { from: copy, to: made, width, format });
          await storage.keep(keyOf(sized) ?? '', made);
        }
      });
    },
    remove: async (...paths) => {
      await Promise.all(paths.flatMap((path) => keyOf(path) ?? []).map((key) => storage.remove(key)));
    },
  };
}

/** The storage's key of a path of ours. */
function keyOf(path: string): string | undefined {
  return /^uploads\/([\w.-]+)$/.exec(path)?.[1];
}
