import type { Database } from '../database/database.ts';
import type { SizeMaker } from './processing/pictures.ts';
import { scaledVersionsOf } from '../shared/picture-view.ts';
import { Picture } from './picture.entity.ts';
import { takeSizeJob } from './picture.repository.ts';
import { changePictures, type PicturesCtx } from './pictures.service.ts';

const lookMs = 60_000;

/**
 * Creates the scaled versions of the next picture that has none. Returns false if there is no such picture.
 * `onError` gets the errors of the scaling. All other errors are thrown.
 */
export async function makeNextSizes(ctx: PicturesCtx, onError = giveOn): Promise<boolean> {
  const path = await takeSizeJob(ctx);
  if (!path) return false;
  await makeSizes(ctx, path).catch(onError);
  return true;
}

function giveOn(error: unknown): void {
  throw error;
}

async function makeSizes(ctx: PicturesCtx, path: string): Promise<void> {
  const picture = await ctx.em.fork().findOne(Picture, { path });
  if (!picture) return;
  const sizes = scaledVersionsOf(picture);
  if (sizes.length > 0) await ctx.pictures.makeSizes(path, sizes);
  const done = { sized_at: ctx.now, claimed_until: null };
  const changed = await changePictures(ctx, (em) => em.nativeUpdate(Picture, { path }, done));
  // The sweep may have removed the picture while its sizes were created.
  if (changed === 0) await ctx.pictures.remove(...sizes.map((size) => size.path));
}

export interface RunningSizeMaker extends SizeMaker {
  /** Stops the work. Resolves when the current picture is finished. */
  stop(): Promise<void>;
}

/**
 * Creates a worker that makes the sizes of one picture at a time. The worker also looks for work every minute, because
 * another instance may have stopped before it finished. After an error, the worker tries the picture again later.
 */
export function createSizeMaker(
  { database, pictures, warn }: Pick<PicturesCtx, 'pictures' | 'warn'> & { database: Database },
  clock: () => Date,
  onError: (error: unknown) => void,
): RunningSizeMaker {
  let isStopped = false;
  let running: Promise<void> | undefined;
  const next = async (): Promise<boolean> => {
    const ctx = { em: database.fork(), read: database.read, viewer: null, now: clock(), pictures, warn };
    try {
      return await makeNextSizes(ctx, onError);
    } catch (error) {
      onError(error);
      // After a failure of the database, the work pauses. Otherwise the work would be repeated without a
      // pause until the database recovers.
      return false;
    }
  };
  let isWoken = false;
  const workThrough = async () => {
    while (isWoken && !isStopped) {
      isWoken = false;
      while (!isStopped && (await next()));
    }
    running = undefined;
  };
  const wake = () => {
    isWoken = true;
    running ??= workThrough();
  };
  const timer = setInterval(wake, lookMs);
  timer.unref();
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
