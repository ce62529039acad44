import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { findFileDisagreements } from '../../src/modules/library/file-sweep.ts';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { openServices } from '../../src/services.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import { runCommand } from '../support/commands.ts';
import { databaseKinds } from '../support/database.ts';
import { chooseByForm } from '../support/test-form.ts';
import { withTemporaryFolder, writeUploadsFolder } from '../support/foreign-imports.ts';
import { serverEnvironment } from '../support/kill-while-writing.ts';
import { randomFrom, seed } from '../support/random.ts';
import { signInToApis, launch, startServer } from '../support/running-server.ts';
import { flagsOf } from '../support/start-command.ts';
import { addFigures } from './figures.ts';

const kills = chooseByForm(20, 3);
const items = chooseByForm(120, 30);
/** Every fourth item is a page. */
const isPage = (id: number) => id % 4 === 0;

function exportOf(): string {
  const element = (id: number) =>
    [
      `<item><title>Item ${id}</title><link>https://old.example.com/items/item-${id}/</link>`,
      `<wp:post_id>${id}</wp:post_id><wp:post_type>${isPage(id) ? 'page' : 'post'}</wp:post_type>`,
      `<wp:status>publish</wp:status><wp:post_date_gmt>2020-01-02 10:00:00</wp:post_date_gmt>`,
      `<category domain="category" nicename="works">Works</category>`,
      `<content:encoded><![CDATA[<p>Words ${id}</p><img src="/wp-content/uploads/${id % 5}.png" alt="">]]></content:encoded></item>`,
    ].join('');
  const all = Array.from({ length: items }, (_, at) => element(at + 1)).join('');
  const head =
    '<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example.com</wp:base_blog_url>';
  return `<rss><channel>${head}${all}</channel></rss>`;
}

/** Returns what the site has of the export. */
async function lookAt(env: Record<string, string>) {
  const { database, pictures } = await openServices(readSettings(env));
  try {
    const em = database.fork();
    const [posts, customPages] = [await em.find(Post, {}), await em.find(pagesModule.entity, {})];
    const work = { em, read: database.read, viewer: null, now: new Date(), pictures };
    const { rowsWithoutFile } = await findFileDisagreements(work, new Date(Date.now() + 60_000));
    return {
      titles: [...posts, ...customPages].map(({ title }) => title).toSorted(),
      entries: await em.count(ImportedItem),
      library: await em.count(MediaItem, { is_attached: false }),
      rowsWithoutFile,
    };
  } finally {
    await database.close();
  }
}

test.for(databaseKinds)(
  'an import that is killed, runs twice at once and while staff edit loses and doubles nothing, on %s',
  async (kind, context) => {
    const random = randomFrom(seed);
    await withTemporaryFolder(async (folder) => {
      const env = { ...(await serverEnvironment(kind)), DATA_DIR: join(folder, 'data') };
      const file = join(folder, 'old.xml');
      await writeFile(file, exportOf());
      await writeUploadsFolder(
        join(folder, 'files'),
        [0, 1, 2, 3, 4].map((number) => `${number}.png`),
      );
      const words = ['wordpress', file, '--files', join(folder, 'files')];
      const command = [process.execPath, ...flagsOf('import'), 'src/commands/import.ts', ...words];
      const server = await startServer(env, env.DATA_DIR);
      const { trpc } = await signInToApis(server);

      const edited = new Set<string>();
      /** Staff change a post that has come. */
      const edit = async () => {
        const { posts } = await trpc.blog.list.query({ page: 1 });
        const post = posts.find(({ title }) => !edited.has(title));
        if (!post) return;
        const title = `Edited ${post.title}`;
        await trpc.blog.update.mutate({ ...post, title, featured_image: undefined, id: post.id } as never);
        edited.add(title);
      };

      // How long a whole run takes: a dry run stores nothing
      const began = performance.now();
      await runCommand(env, 'import', [...words, '--dry-run']);
      const whole = performance.now() - began;
      for (let kill = 0; kill < kills; kill += 1) {
        const running = launch(env, command);
        await wait(whole * (0.5 + random()));
        await edit();
        await running.end('SIGKILL');
        addFigures(context, { kills: 1 });
      }

      // Two at once while staff edit, then once more
      const both = [runCommand(env, 'import', words), runCommand(env, 'import', words)];
      for (let isOver = false; !isOver; ) {
        await edit();
        isOver = await Promise.race([Promise.all(both).then(() => true), wait(100).then(() => false)]);
      }
      const ends = await Promise.all(both);
      expect(ends.map(({ code, stderr }) => (code === 0 ? code : stderr))).toEqual([0, 0]);
      const again = await runCommand(env, 'import', words);
      expect(again.stdout).toContain('Taken over: 0,');
      await server.end('SIGTERM');

      const names = Array.from({ length: items }, (_, at) => `Item ${at + 1}`);
      const expected = names.map((name) => (edited.has(`Edited ${name}`) ? `Edited ${name}` : name));
      const found = await lookAt(env);
      addFigures(context, { notes: [`${items} items, ${edited.size} edited meanwhile`, `seed ${seed}`] });
      expect(found, `seed ${seed}`).toEqual({
        titles: expected.toSorted(),
        entries: items,
        library: 1,
        rowsWithoutFile: [],
      });
    });
  },
);
