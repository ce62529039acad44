import { createWriteStream } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toneOf } from '../../shared/brand/picture-treatment.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { QueueLoad } from '../../shared/background-tasks.ts';
import { isFilePath } from '../../shared/library-files.ts';
import type { PictureSize } from '../../shared/picture-view.ts';
import type { Upload } from '../../shared/uploads.ts';
import type { PictureFacts, PictureFormat } from './image-operations.ts';
import { createImageProcesses, PictureRefused } from './image-processes.ts';
import {
  damagedPictureMessage,
  detectPictureType,
  findFileType,
  findLibraryProblem,
  findPictureProblem,
  isMarkupFile,
} from '../files/file-types.ts';
import {
  matchesNameHash,
  makeFileName,
  randomHex,
  type Storage,
  withTemporaryFile,
} from '../files/storage.ts';
import { maxSvgBytes, rebuildSvg, svgTooLargeMessage } from './safe-svg.ts';

export interface StoredPicture extends PictureFacts {
  path: string;
}

/** The most frequent colours, greys last. */
export type StoredLogo = StoredPicture & { colours: string[] };

export interface PictureStore {
  findProblem(path: string): Promise<string | undefined>;
  /** Also for files that are no pictures. */
  findLibraryProblem(path: string, name: string): Promise<string | undefined>;
  /** Also accepts SVG, whose content is checked when the logo is stored. */
  findLogoProblem(path: string): Promise<string | undefined>;
  /**
   * Without its metadata.
   * @throws {RuleBroken} when the picture is damaged, {Unavailable} when too many wait
   */
  store(upload: Upload, field: string): Promise<StoredPicture>;
  /**
   * Unchanged, with width and height 0. A replacement has `lastingPart` of the name in common with the
   * replaced file.
   * @throws {RuleBroken} when the library does not accept the file
   */
  storeFile(upload: Upload, field: string, lastingPart?: string): Promise<StoredPicture>;
  /**
   * As a PNG that fits into `box`.
   * @throws {RuleBroken} when the file cannot become a logo, {Unavailable} when too many pictures wait
   */
  storeLogo(upload: Upload, field: string, box: { width: number; height: number }): Promise<StoredLogo>;
  /**
   * A stranger's picture as WebP for the screen, with nothing else of its file.
   * @throws {PictureRefused} when it is no picture, or too large or damaged, {Unavailable} when too many wait
   */
  preview(open: () => Readable): Promise<Buffer>;
  exists(path: string): Promise<boolean>;
  /** The key is the path of an upload without its folder. */
  read: Storage['read'];
  /** Whether the content does not match the hash in the name. False if the file is missing. */
  isDamaged(path: string): Promise<boolean>;
  /** @throws {PictureRefused} when the picture is missing or cannot be processed */
  makeSize(path: string, size: PictureSize): Promise<void>;
  measure(path: string): Promise<StoredPicture>;
  list(): AsyncIterable<{ path: string; changedAt: Date }>;
  load(): QueueLoad;
  remove(...paths: string[]): Promise<void>;
}

const previewWidth = 2000;
const withoutMeasures = { width: 0, height: 0, colour: '', placeholder: '', is_animated: false };

/** A command prints only the message. */
function withName(name: string, error: unknown): unknown {
  return error instanceof PictureRefused
    ? new PictureRefused(`${name}: ${error.message}`, { cause: error })
    : error;
}

/** `quarantine` must be on the disk of the storage, so that storing is one rename. */
export function createPictureStore(
  storage: Storage,
  quarantine: string,
  work = createImageProcesses(),
): PictureStore {
  const storeMade = <Facts extends PictureFacts>(
    make: (to: string) => Promise<Facts & { format: PictureFormat }>,
  ): Promise<Omit<Facts, 'format'> & StoredPicture> =>
    withTemporaryFile(quarantine, async (made) => {
      const { format, ...facts } = await make(made);
      const key = `${await makeFileName(made)}.${format}`;
      await storage.put(key, made);
      return { path: `uploads/${key}`, ...facts };
    });

  const withCopy = <T>(path: string, act: (copy: string) => Promise<T>): Promise<T> =>
    withTemporaryFile(quarantine, async (copy) => {
      const file = await storage.read(keyOf(path) ?? '');
      if (!file) throw new PictureRefused('The picture is not there.');
      await pipeline(file.open(), createWriteStream(copy));
      return act(copy);
    }).catch((error) => {
      throw withName(path, error);
    });

  return {
    load: work.load,
    findProblem: findPictureProblem,
    findLibraryProblem,
    findLogoProblem: async (path) => ((await isMarkupFile(path)) ? undefined : findPictureProblem(path)),
    store: (upload, field) =>
      storeMade((to) => work('clean', { from: upload.path, to })).catch((cause) => {
        throw cause instanceof PictureRefused ? RuleBroken.of(field, damagedPictureMessage) : cause;
      }),
    storeFile: async (upload, field, lastingPart = randomHex(16)) => {
      const result = await findFileType(upload.path, upload.name);
      if ('problem' in result) throw RuleBroken.of(field, result.problem);
      return withTemporaryFile(quarantine, async (copy) => {
        // A copy, because `put` moves the file, and that of an import belongs to a person.
        await copyFile(upload.path, copy);
        const key = `${await makeFileName(copy, lastingPart)}.${result.type}`;
        await storage.put(key, copy);
        return { path: `uploads/${key}`, ...withoutMeasures, bytes: upload.bytes };
      });
    },
    storeLogo: async (upload, field, box) => {
      const isPicture = (await detectPictureType(upload.path)) !== undefined;
      const svg = isPicture ? undefined : await readSvg(upload, field, box);
      const input = svg ? { svg } : { from: upload.path };
      return storeMade((to) => work('logo', { ...input, to, ...box })).catch((cause) => {
        throw cause instanceof PictureRefused ? RuleBroken.of(field, damagedPictureMessage) : cause;
      });
    },
    preview: (open) =>
      withTemporaryFile(quarantine, async (copy) => {
        await pipeline(open(), createWriteStream(copy));
        const problem = await findPictureProblem(copy);
        if (problem) throw new PictureRefused(problem);
        return withTemporaryFile(quarantine, async (upright) => {
          await work('clean', { from: copy, to: upright });
          await work('shrink', { from: upright, to: copy, width: previewWidth, format: 'webp' });
          return readFile(copy);
        });
      }),
    read: storage.read,
    exists: async (path) => {
      const key = keyOf(path);
      return key !== undefined && (await storage.read(key)) !== undefined;
    },
    isDamaged: async (path) => {
      const key = keyOf(path);
      const file = key === undefined ? undefined : await storage.read(key);
      return key !== undefined && file !== undefined && !(await matchesNameHash(key, file.open()));
    },
    measure: async (path) => {
      if (isFilePath(path)) {
        const file = await storage.read(keyOf(path) ?? '');
        if (!file) throw new PictureRefused(`${path}: The file is not there.`);
        return { path, ...withoutMeasures, bytes: file.bytes };
      }
      const facts = await withCopy(path, (copy) => work('measure', { from: copy }));
      return { path, ...facts };
    },
    list: async function* () {
      for await (const { key, changedAt } of storage.list()) yield { path: `uploads/${key}`, changedAt };
    },
    makeSize: (path, { path: sized, width, format, treatment }) =>
      withCopy(path, (copy) =>
        withTemporaryFile(quarantine, async (made) => {
          await work('shrink', { from: copy, to: made, width, format, tone: treatment && toneOf(treatment) });
          await storage.put(keyOf(sized) ?? '', made);
        }),
      ),
    remove: async (...paths) => {
      const [picture, ...sizes] = paths.flatMap((path) => keyOf(path) ?? []);
      // First, so that `PictureSizes` can tell that it must remove a size that it has just stored.
      if (picture) await storage.remove(picture);
      await Promise.all(sizes.map((key) => storage.remove(key)));
    },
  };
}

/** @throws {RuleBroken} under `field` when the file cannot become a logo */
async function readSvg(
  upload: Upload,
  field: string,
  box: { width: number; height: number },
): Promise<string> {
  if (upload.bytes > maxSvgBytes) throw RuleBroken.of(field, svgTooLargeMessage);
  const rebuilt = rebuildSvg(await readFile(upload.path, 'utf8'), box);
  if ('problem' in rebuilt) throw RuleBroken.of(field, rebuilt.problem);
  return rebuilt.svg;
}

function keyOf(path: string): string | undefined {
  return /^uploads\/([\w.-]+)$/.exec(path)?.[1];
}
