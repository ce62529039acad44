import { expect, test } from 'vitest';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { publicUrl, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({ parts: loadBuiltPages });
const read = async (url: string) => (await site.app.inject({ url, headers: { accept: 'text/html' } })).body;
const menuOf = (html: string) => /<nav class="site-nav".*?<\/nav>/s.exec(html)?.[0] ?? '';
const place = 'Page' as const;
const prices = { title: 'Prices', place, slug: 'prices' };

test('a page stands in the menu while it is published, and nowhere leads to it otherwise', async () => {
  const { pages } = site.as('admin');
  const { id } = await pages.create.mutate({ ...prices, is_published: false });
  const ask = {
    key: 'ask',
    kind: 'action',
    heading: 'Ask',
    button_label: 'Our prices',
    button_url: '/prices',
  };
  const other = { title: 'Other', place, slug: 'other', is_published: true, blocks: [ask] };
  await pages.create.mutate(other);
  const isLinked = async (path: string) => {
    const shown = await Promise.all(['/', '/other', '/sitemap.xml'].map(read));
    return shown.map((page) => page.includes(`"${path}"`) || page.includes(`${publicUrl}${path}<`));
  };

  // A draft is left out
  const placed = await pages.setMenu.mutate({ id, place: 'header', below: 'services' });
  expect(placed).toMatchObject({ place: 'header', below: 'services' });
  expect(await isLinked('/prices')).toEqual([false, false, false]);

  // Published, it is below its entry, in all menus
  const { page } = await pages.update.mutate({ id, ...prices, is_published: true });
  expect(await isLinked('/prices')).toEqual([true, true, true]);
  expect(menuOf(await read('/'))).toMatch(
    /href="\/services".*popoverTarget="below-services".*<ul[^>]* popover="auto">.*href="\/prices"/is,
  );

  // A new address
  await pages.update.mutate({ id, ...prices, slug: 'services/prices', is_published: true });
  expect(await isLinked('/services/prices')).toEqual([true, true, true]);
  expect(await isLinked('/prices')).toEqual([false, false, false]);
  expect(await pages.menu.query({ id })).toMatchObject({ place: 'header', below: 'services' });

  // While the entry above is hidden, it is an entry of its own
  const { version, value } = await site.as('admin').settings.one.query({ group: 'navigation' });
  const entries = value.header as { key: string; is_hidden: boolean }[];
  const header = entries.map((entry) => ({ ...entry, is_hidden: entry.key === 'services' }));
  await site
    .as('admin')
    .settings.update.mutate({ group: 'navigation', version, value: { ...value, header } });
  expect(menuOf(await read('/'))).toContain('href="/services/prices"');
  expect(menuOf(await read('/'))).not.toContain('popover');

  // Withdrawn, in the trash, and deleted for good
  await pages.update.mutate({ id, ...prices, slug: 'services/prices', is_published: false });
  expect(await isLinked('/services/prices')).toEqual([false, false, false]);
  await pages.update.mutate({ id, ...prices, slug: 'services/prices', is_published: true });
  await pages.remove.mutate({ id });
  expect(await isLinked('/services/prices')).toEqual([false, false, false]);
  await site.as('admin').trash.pages.remove.mutate({ id: page.id });
  expect(await isLinked('/services/prices')).toEqual([false, false, false]);
});

test('a page is moved between the menus by those who may change the settings', async () => {
  const { pages } = site.as('admin');
  const { id } = await pages.create.mutate({ ...prices, is_published: true });
  const move = (to: 'none' | 'header' | 'footer', below?: string) =>
    pages.setMenu.mutate({ id, place: to, ...(below && { below }) });
  await expect(move('header', 'nothing')).rejects.toThrow(/correct the marked fields/);
  await move('header', 'about');
  await move('header', 'services');
  expect((await read('/')).match(/id="below-/g)).toHaveLength(1);
  await move('footer');
  expect(menuOf(await read('/'))).not.toContain('/prices');
  expect(await read('/')).toContain('href="/prices"');
  await move('none');
  expect(await read('/')).not.toContain('href="/prices"');
  const moderator = site.as('content_moderator').pages;
  await expect(moderator.setMenu.mutate({ id, place: 'header' })).rejects.toMatchObject({
    data: { httpStatus: 403 },
  });
});

test('a menu warns of links to pages that are not published', async () => {
  const { pages, blog } = site.as('admin');
  await pages.create.mutate({ ...prices, is_published: false });
  const { links } = await blog.deadLinks.query({ paths: ['/prices', '/ratgeber', '/services'] });
  expect(links).toEqual([
    { path: '/prices', title: 'Prices' },
    { path: '/ratgeber', title: null },
  ]);
});

test('a service leads to its own page while visitors can open it', async () => {
  const { pages } = site.as('admin');
  const { key, title } = settingDefaults.lists.services[0]!;
  const own = { title, place, slug: `services/${key}` };
  const { id } = await pages.create.mutate({ ...own, is_published: true });
  expect(await read('/services')).toContain(`href="/services/${key}"`);
  await pages.update.mutate({ id, ...own, is_published: false });
  expect(await read('/services')).not.toContain(`href="/services/${key}"`);
});
