import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen, waitForAnswer } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

async function send(method: string, path: string, body: object, token = '') {
  const answer = await fetch(`${server.url}/api/admin${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const read = await answer.json();
  expect(answer.ok, JSON.stringify(read)).toBe(true);
  return read;
}

test('an editor translates a post beside its original, and visitors switch between the languages', async () => {
  const { token } = await send('POST', '/login', admin);
  await send('PUT', '/settings/region', { value: { further_languages: ['de', 'fr'] } }, token);
  const post = { title: 'Measuring', excerpt: 'How we measure.', content: '<p>With a rule.</p>' };
  const more = { category: 'Innovation', tags: [], is_published: true, slug: 'measuring' };
  const { id } = await send('POST', '/blog-posts', { ...post, ...more }, token);

  const page = await openScreen(browser, server, `/admin/blog-posts/${id}/edit`);
  await page.getByRole('button', { name: 'Translate into German' }).click();
  const original = page.getByRole('region', { name: 'Original' });
  await original.getByText('How we measure.').waitFor();
  expect(await page.getByText('Address:').first().innerText()).toContain('/de/blog/');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Title' }).fill('Messen');
  await page.getByRole('button', { name: 'Copy Excerpt' }).click();
  await page.keyboard.press('Control+s');
  await page.getByRole('link', { name: 'English', exact: true }).waitFor();
  const german = Number(/\/(\d+)\/edit/.exec(page.url())![1]);
  await send('PATCH', `/blog-posts/${german}`, { is_published: true, slug: 'messen' }, token);
  await send('PATCH', `/blog-posts/${id}`, { excerpt: 'How we measure now.' }, token);

  await page.reload();
  await page.getByText('The original has changed').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'It is up to date' }).click();
  await page.getByText('The original has changed').waitFor({ state: 'detached' });

  await page.goto(`${server.url}/admin/settings/page/contact?language=de`);
  const heading = page.getByRole('textbox', { name: 'Heading' }).first();
  await heading.waitFor();
  await expectAccessible(page);
  await heading.fill('Schreiben Sie uns');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Visitors see it now.').first().waitFor();

  const visit = await browser.visit(`${server.url}/blog/measuring`);
  await visit.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
  await visit.waitForURL('**/de/blog/messen');
  await expectAccessible(visit);
  await visit.goto(`${server.url}/de/contact`);
  await visit.getByRole('heading', { name: 'Schreiben Sie uns' }).waitFor();
  await visit.context().close();

  // The first visit of somebody who prefers German, then the second, and one of somebody who prefers a language that the
  // page is not in
  for (const [locale, hints] of [
    ['de-CH', [1, 0]],
    ['fr-FR', [0]],
    ['it-IT', [0]],
  ] as const) {
    const german = await browser.visit(`${server.url}/blog/measuring`, { locale });
    const hint = german.getByRole('link', { name: 'Diese Seite auf Deutsch' });
    for (const [visitNumber, count] of hints.entries()) {
      if (visitNumber > 0) await german.reload();
      await german.waitForLoadState('networkidle');
      if (count > 0) {
        await hint.waitFor();
        await expectAccessible(german);
      }
      expect(await hint.count(), `${locale} ${visitNumber}`).toBe(count);
    }
    if (hints.length > 1) expect(await german.context().cookies()).toEqual([]);
    await german.context().close();
  }
});

type Kind = 'blog-posts' | 'pages' | 'jobs';

test('an hour with thirteen translations: what happens to one changes no other', async () => {
  const { token } = await send('POST', '/login', admin);
  await send('PUT', '/settings/region', { value: { further_languages: ['de', 'fr'] } }, token);
  const make = async (kind: Kind, body: object): Promise<number> =>
    (await send('POST', `/${kind}`, body, token)).id;
  const read = async (path: string) => {
    const answer = await fetch(`${server.url}/api/admin${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.json();
  };
  const post = {
    excerpt: 'E',
    content: '<p>Text.</p>',
    category: 'Innovation',
    tags: [],
    is_published: true,
  };
  const form = { key: 'text-1', kind: 'text', heading: 'Care', body: '<p>Oil.</p>' };
  const own = { place: 'Page', is_published: true, blocks: [form] };
  const job = {
    type: 'Full-time',
    location: 'Bern',
    department: 'Workshop',
    description: 'Wood.',
    is_active: true,
  };
  const lists = { requirements: ['Hands'], responsibilities: ['Stairs'] };
  const originals: [Kind, number, string][] = [];
  for (let number = 1; number <= 10; number += 1) {
    const title = `Post ${number}`;
    originals.push([
      'blog-posts',
      await make('blog-posts', { ...post, title, slug: `post-${number}` }),
      title,
    ]);
  }
  for (const title of ['Page 1', 'Page 2'])
    originals.push([
      'pages',
      await make('pages', { ...own, title, slug: title.toLowerCase().replace(' ', '-') }),
      title,
    ]);
  originals.push([
    'jobs',
    await make('jobs', { ...job, ...lists, title: 'Joiner', slug: 'joiner' }),
    'Joiner',
  ]);

  /** All rows by kind and id, without those in the trash. */
  const rowsNow = async () => {
    const rows = new Map<string, string>();
    for (const kind of ['blog-posts', 'pages', 'jobs'] as const)
      for (const row of Object.values(await read(`/${kind}?per_page=100`)).find(Array.isArray) ?? [])
        rows.set(`${kind} ${row.id}`, JSON.stringify(row));
    return rows;
  };
  const changedBy = async (act: () => Promise<unknown>) => {
    const before = await rowsNow();
    await act();
    const after = await rowsNow();
    return [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => before.get(key) !== after.get(key),
    );
  };

  const page = await openScreen(browser, server, '/admin/blog-posts');
  const open = (kind: Kind, id: number) => page.goto(`${server.url}/admin/${kind}/${id}/edit`);
  const saveOf = (kind: Kind) => ({ 'blog-posts': 'blog', pages: 'pages', jobs: 'jobs' })[kind];
  const retitle = async (where: typeof page, kind: Kind, title: string) => {
    await where.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    // A hidden row is saved as a draft.
    const call = new RegExp(`/trpc/(?:[^?]*,)?${saveOf(kind)}\\.(?:update|saveDraft)`);
    const saved = where.waitForResponse((answer) => call.test(answer.url()));
    await where.keyboard.press('Control+s');
    await saved;
  };

  const german = new Map<string, number>();
  for (const [kind, id, title] of originals) {
    const changed = await changedBy(async () => {
      await open(kind, id);
      await page.getByRole('button', { name: 'Translate into German' }).click();
      await page.getByRole('region', { name: 'Original' }).waitFor();
      await retitle(page, kind, `${title} auf Deutsch`);
      german.set(title, Number(/\/(\d+)\/edit/.exec(page.url())![1]));
    });
    expect(changed, title).toEqual([`${kind} ${german.get(title)}`]);
  }

  const list = async (search = '') => {
    await page.goto(`${server.url}/admin/blog-posts${search}`);
    await page
      .getByText(/^Post \d/)
      .first()
      .waitFor();
  };
  await list('?lang=de');
  const published = ['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5'];
  const bulk = await changedBy(async () => {
    for (const title of published)
      await page.getByRole('checkbox', { name: `Select ${title} auf Deutsch` }).check();
    const answer = waitForAnswer(page, 'blog.publish');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await answer;
  });
  expect(bulk.toSorted()).toEqual(published.map((title) => `blog-posts ${german.get(title)}`).toSorted());
  const shown = (await (await fetch(`${server.url}/api/blog-posts?lang=de`)).json()).posts;
  const titles = shown.map(({ title }: { title: string }) => title);
  expect(titles.filter((title: string) => title.endsWith('auf Deutsch')).toSorted()).toEqual(
    published.map((title) => `${title} auf Deutsch`),
  );
  const undone = await changedBy(async () => {
    const answer = waitForAnswer(page, 'blog.undoMany');
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await answer;
  });
  expect(undone).toHaveLength(5);

  for (const [kind, id, title] of originals.slice(0, 3)) {
    const changed = await changedBy(async () => {
      await open(kind, id);
      await retitle(page, kind, `${title}, revised`);
    });
    expect(changed).toEqual([`${kind} ${id}`]);
  }
  await list('?lang=en');
  const outdated = page.getByRole('link', { name: 'German, outdated' });
  await expect.poll(() => outdated.count()).toBe(3);
  await expectAccessible(page);
  await outdated.first().click();
  await page.getByRole('button', { name: 'It is up to date' }).click();
  await page.getByText('The translation is up to date.').waitFor();
  await list('?lang=en');
  await expect.poll(() => outdated.count()).toBe(2);

  const id = german.get('Post 6')!;
  const key = `blog-posts ${id}`;
  const restored = await changedBy(async () => {
    await page.goto(`${server.url}/admin/blog-posts/${id}/versions`);
    const versions = page.getByRole('list', { name: 'Versions, newest first' }).getByRole('button');
    await versions.last().click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('The version was restored.').waitFor();
  });
  expect(restored).toEqual([key]);
  expect((await read(`/blog-posts/${id}`)).post).toMatchObject({ title: 'Post 6', lang: 'de' });

  const thrown = german.get('Post 7')!;
  await list('?lang=de');
  const deleted = await changedBy(async () => {
    await page.getByRole('button', { name: 'Delete Post 7 auf Deutsch' }).click();
    const answer = waitForAnswer(page, 'blog.remove');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await answer;
  });
  expect(deleted).toEqual([`blog-posts ${thrown}`]);
  const back = await changedBy(async () => {
    await page.goto(`${server.url}/admin/blog-posts/trash`);
    const answer = waitForAnswer(page, 'trash.blog.restore');
    await page.getByRole('button', { name: 'Restore Post 7 auf Deutsch' }).click();
    await answer;
  });
  expect(back).toEqual([`blog-posts ${thrown}`]);
  expect((await read(`/blog-posts/${thrown}/translations`)).translations).toHaveLength(2);

  await list('?lang=de');
  const copied = await changedBy(async () => {
    const answer = waitForAnswer(page, 'blog.duplicate');
    await page.getByRole('button', { name: 'Duplicate Post 8 auf Deutsch' }).click();
    await answer;
  });
  expect(copied).toHaveLength(1);
  const copy = Number(copied[0]!.split(' ')[1]);
  expect((await read(`/blog-posts/${copy}`)).post).toMatchObject({ lang: 'de', is_published: false });
  expect((await read(`/blog-posts/${copy}/translations`)).translations).toHaveLength(1);

  await list('?lang=de');
  const scheduled = await changedBy(async () => {
    await page.getByRole('button', { name: 'Publishing of Post 9 auf Deutsch' }).click();
    const drawer = page.getByRole('dialog', { name: 'Publishing' });
    await drawer.getByLabel('Published', { exact: true }).check();
    await drawer.getByLabel('Publication date').fill('2099-07-01T09:00');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
  });
  expect(scheduled).toEqual([`blog-posts ${german.get('Post 9')}`]);

  // Two people at once, one in each language
  const [, original] = originals[9]!;
  const translation = german.get('Post 10')!;
  const other = await openScreen(browser, server, `/admin/blog-posts/${translation}/edit`);
  const both = await changedBy(async () => {
    await open('blog-posts', original);
    await other.getByRole('region', { name: 'Original' }).waitFor();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Post 10 of one person');
    await retitle(other, 'blog-posts', 'Post 10 der anderen');
    await retitle(page, 'blog-posts', 'Post 10 of one person');
  });
  expect(both.toSorted()).toEqual([`blog-posts ${original}`, `blog-posts ${translation}`].toSorted());
  expect((await read(`/blog-posts/${original}`)).post.title).toBe('Post 10 of one person');
  expect((await read(`/blog-posts/${translation}`)).post.title).toBe('Post 10 der anderen');
  await other.getByText('The original has changed').waitFor();
});
