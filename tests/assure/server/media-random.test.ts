import { expect, test } from 'vitest';
import { Post } from '../../../src/modules/blog/blog.module.ts';
import { Album } from '../../../src/modules/gallery/gallery.ts';
import { MediaItem } from '../../../src/pictures/media-item.entity.ts';
import { findFileDisagreements } from '../../../src/modules/library/file-sweep.ts';
import { pictureStemOf } from '../../../src/shared/library-files.ts';
import { mediaIdsOf } from '../../../src/shared/writing/pictures-in-text.ts';
import { day } from '../../support/clock.ts';
import { databaseKinds } from '../../support/database.ts';
import { callProcedure } from '../../support/api-calls.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { htmlWithPictures, savePost } from '../../support/posts-with-pictures.ts';
import { openCrashableSite } from '../../support/crashable-site.ts';
import { picture } from '../../support/pictures.ts';
import { randomFrom, seed } from '../../support/random.ts';
import { inAMinute, sweepTwice } from '../../support/sweeps.ts';

const steps = Number(process.env.MEDIA_STEPS ?? chooseByForm(150, 30));
/** Of the steps. */
const crashShare = 0.08;
/** A crash comes before or after one of so many storage calls of a step. */
const maxCalls = 6;

test.each(databaseKinds)(
  'no picture in use is ever removed, and no other stays, through edits and crashes, on %s',
  {
    timeout: 900_000,
  },
  async (kind) => {
    const site = await openCrashableSite(kind);
    const random = randomFrom(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const act = (name: string, input: Record<string, unknown> = {}) =>
      callProcedure(site.now(), 'rest', 'admin', name, input);
    let width = 40;
    const fresh = () => {
      width += 1;
      return picture({ width, height: 20 });
    };
    const post = {
      title: 'T',
      excerpt: 'E',
      content: '<p>C</p>',
      category: 'Technology',
      is_published: true,
    };
    const items = async () => (await act('media.list')).body.items as { id: number; path: string }[];
    const posts = () => site.now().database.fork().find(Post, {});
    const thrown = async (name: string) => (await act(`trash.${name}.list`)).body.items as { id: number }[];
    let later = 0;

    const moves: (() => Promise<unknown>)[] = [
      async () => act('media.upload', { file: await fresh() }),
      async () => act('blog.create', { ...post, featured_image: await fresh() }),
      async () => {
        const all = await items();
        const ids = all.length > 0 ? [pick(all).id, pick(all).id] : [];
        const old = random() < 0.5 ? pick(await posts())?.id : undefined;
        await savePost(site.now(), { content: htmlWithPictures(...new Set(ids)) }, old);
      },
      async () => {
        const [item, old] = [pick(await items()), pick(await posts())];
        if (item && old)
          await savePost(site.now(), { content: old.content, featured_image: item.path }, old.id);
      },
      async () => {
        const old = pick(await posts());
        if (old) await act('blog.update', { ...post, id: old.id, remove_image: true });
      },
      async () => act('blog.remove', { id: pick(await posts())?.id ?? 1 }),
      async () => act('trash.blog.restore', { id: pick(await thrown('blog'))?.id ?? 1 }),
      async () => act('trash.blog.remove', { id: pick(await thrown('blog'))?.id ?? 1 }),
      async () => act('media.remove', { id: pick(await items())?.id ?? 1 }),
      async () => act('trash.media.restore', { id: pick(await thrown('media'))?.id ?? 1 }),
      async () => act('media.change', { id: pick(await items())?.id ?? 1, alt: 'Said' }),
      async () => {
        const chosen = new Set([pick(await items())?.id, pick(await items())?.id].filter(Boolean));
        await act('gallery.update', { pictures: [...chosen].map((media_id) => ({ media_id, alt: 'Said' })) });
      },
      async () => act('media.replace', { id: pick(await items())?.id ?? 1, file: await fresh() }),
      async () => {
        later += 2 * day;
        expect((await sweepTwice(site.now().work(), later)).failed).toEqual([]);
      },
    ];

    const check = async (step: string) => {
      const stored = new Set(await site.now().servedPictures());
      const all = await site.now().database.fork().find(MediaItem, {});
      const byId = new Map(all.map(({ id, path }) => [id, path]));
      for (const { id, content, featured_image } of await posts()) {
        if (featured_image) expect(stored.has(featured_image), `${step}: cover of ${id}`).toBe(true);
        for (const one of mediaIdsOf(content)) {
          expect(stored.has(byId.get(one) ?? ''), `${step}: ${one} in ${id}`).toBe(true);
        }
      }
      for (const { pictures } of await site.now().database.fork().find(Album, {})) {
        for (const { media_id } of pictures) {
          expect(stored.has(byId.get(media_id) ?? ''), `${step}: ${media_id} in the gallery`).toBe(true);
        }
      }
      // First the folder itself, so that a failure tells a lost file from one that is not served.
      expect((await findFileDisagreements(site.now().work(), inAMinute())).rowsWithoutFile, step).toEqual([]);
      for (const { id, path } of all) expect(stored.has(path ?? ''), `${step}: item ${id}`).toBe(true);
    };

    try {
      for (let step = 0; step < steps; step += 1) {
        const move = Math.floor(random() * moves.length);
        // A sweep runs alone: by its clock, which is days ahead, the leases of all others have ended.
        const isSweep = move === moves.length - 1;
        const other = !isSweep && random() < 0.4 ? pick(moves.slice(0, -1)) : undefined;
        const run = async () => {
          const results = await Promise.allSettled([moves[move]!(), other?.()]);
          const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
          for (const answer of answers) expect(Number(Object(answer).status ?? 200)).toBeLessThan(500);
        };
        const calls = random() < crashShare ? 1 + Math.floor(random() * maxCalls) : undefined;
        if (calls === undefined) await run();
        else await site.crashDuring(calls, run);
        await check(`seed ${seed}, step ${step}, move ${move}, crash at ${calls}`);
      }
      later += 2 * day;
      await sweepTwice(site.now().work(), later);
      const named = new Set(
        (await site.now().database.fork().find(MediaItem, {})).map(({ path }) => pictureStemOf(path!)),
      );
      for (const path of await site.now().servedPictures())
        expect(named.has(pictureStemOf(path)), path).toBe(true);
      expect(site.now().warnings()).toEqual([]);
    } finally {
      await site.close();
    }
  },
);
