import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { insertAddress, isProgramPath } from '../../src/content/addresses/stored-addresses.ts';
import { pageRoutes } from '../../src/shared/public-pages.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

/** What is typed, and what is stored and sent. */
const targets: [typed: string, sent: string][] = [
  ['/blog?tag=日本', '/blog?tag=%E6%97%A5%E6%9C%AC'],
  ['/blog?tag=a\r\nset-cookie: x', '/blog?tag=aset-cookie:%20x'],
  ['/blog?tag=\u0001b', '/blog?tag=%01b'],
  ['/blog?tag=\u202eab#\u202e', '/blog?tag=%E2%80%AEab#%E2%80%AE'],
  ['/blog?tag=a"<b>', '/blog?tag=a%22%3Cb%3E'],
  ['/services/../blog?tag=a', '/blog?tag=a'],
  ['/blog?category=Company+News&search=%41', '/blog?category=Company+News&search=%41'],
];

const site = useSite({ parts: loadBuiltPages });

const add = async (path: string, target: string) => {
  const { status, body } = await site.rest('admin').post('/api/admin/redirects', { path, target });
  return { status, target: body.redirect?.target, problem: Object.values(body.errors ?? {}).flat()[0] };
};
const open = async (url: string) => {
  const { statusCode, headers } = await site.app.inject({ url });
  return { status: statusCode, location: headers.location };
};

/** Old addresses that an earlier site had encoded in any way, as visitors open them. */
const oldPaths: [typed: string, stored: string, opened: string[]][] = [
  ['/gr%FC%DFe', '/grüße', ['/gr%FC%DFe', '/gr%fc%dfe', '/gr%C3%BC%C3%9Fe', '/GR%DC%DFE']],
  ['/straße', '/straße', ['/stra%DFe', '/stra%C3%9Fe', '/stra%DFe?p=1']],
  ['/100%', '/100%', ['/100%', '/100%25']],
  ['/%E0%A4%A', '/à¤%a', ['/%E0%A4%A']],
  ['/%EF%F0%E8%E2', '/ïðèâ', ['/%EF%F0%E8%E2']],
  ['/alt%FC/*', '/altü/*', ['/alt%FC/a', '/alt%C3%BC/%FC']],
];

test('a redirect may start at any path, percent-encoded in any encoding', async () => {
  for (const [typed, stored, opened] of oldPaths) {
    const { status, body } = await site
      .rest('admin')
      .post('/api/admin/redirects', { path: typed, target: '/services' });
    expect([typed, status, body.redirect?.path]).toEqual([typed, 201, stored]);
    for (const url of opened)
      expect([url, await open(url)]).toEqual([url, { status: 301, location: '/services' }]);
    const again = await add(stored, '/services');
    expect([stored, again.status, again.problem]).toEqual([stored, 422, expect.stringContaining('already')]);
  }
});

describe('the target of a redirect', () => {
  test('is stored as browsers write it', async () => {
    for (const [at, [typed, sent]] of targets.entries()) {
      const path = `/typed-${at}`;
      expect(await add(path, typed), path).toEqual({ status: 201, target: sent, problem: undefined });
      expect(await open(path), path).toEqual({ status: 301, location: sent });
    }
  });

  test('of an earlier version is sent as browsers write it', async () => {
    const work = { em: site.database.fork(), read: site.database.read, viewer: null, now: new Date() };
    for (const [at, [typed, sent]] of targets.entries()) {
      const path = `/stored-${at}`;
      const target = typed.replace('/services/..', '');
      const address = { path, kind: 'redirect', item_id: null, target, is_current: false };
      await inTransaction(work, (inside) => insertAddress(inside, address));
      expect(await open(path), path).toEqual({ status: 301, location: sent });
    }
  });

  test('is never another origin', async () => {
    const others = ['/..//example.com', '/.//example.com/blog', '/\t/example.com', '\\\\example.com'];
    for (const target of [...others, 'HTTP://example.com', '/blog//../..//example.com']) {
      const { status, problem } = await add('/elsewhere', target);
      expect([target, status, typeof problem]).toEqual([target, 422, 'string']);
    }
  });
});

/** Returns the `GET` routes in the tree that Fastify prints. */
function readRoutes(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? [];
    if (!part) return [];
    const depth = indent.length / 4;
    parents.splice(depth, parents.length, part);
    return methods.split(', ').includes('GET') ? [parents.join('')] : [];
  });
}

describe('a redirect from an address of the program', () => {
  const used = 'The program itself uses this address, so it cannot lead elsewhere.';

  test('is refused for everything that a route answers', async () => {
    const addresses = [
      ...['/healthz', '/readyz', '/metrics', '/sitemap.xml', '/robots.txt', '/feed.xml', '/feed.json'],
      ...['/favicon.ico', '/manifest.webmanifest', '/careers', '/Healthz/', '/%68ealthz'],
      ...['/api', '/api/anything', '/trpc', '/trpc/a', '/trpc/a/b', '/admin', '/admin/a/b'],
      ...['/uploads/a.png', '/cards/a.png', '/brand/a/site.css', '/brand/a/b.svg', '/assets/a/b.js'],
    ];
    for (const path of addresses) {
      expect([path, await add(path, '/services')]).toEqual([
        path,
        expect.objectContaining({ problem: used }),
      ]);
    }
    expect(await add('/test', '/services')).toMatchObject({ status: 422 });
  });

  test('is refused for every route of the server, also those that are added later', () => {
    const urls = readRoutes(site.app.printRoutes({ commonPrefix: false }));
    const paths = urls
      .filter((url) => url !== '/*' && !pageRoutes.includes(url))
      .map((url) => url.replaceAll(/:\w+(?:\([^)]*\))?/g, '1').replace(/\/?\*$/, '/1'));
    expect(paths).toContain('/uploads/1');
    expect(paths.filter((path) => !isProgramPath(path))).toEqual([]);
  });

  test('is possible for what no route answers', async () => {
    const free = ['/careers/12-founder', '/blog/of-the-old-site', '/health', '/uploads/2019/01/old.png'];
    for (const path of [...free, '/feed']) {
      expect([path, (await add(path, '/services')).status]).toEqual([path, 201]);
      expect(await open(path), path).toEqual({ status: 301, location: '/services' });
    }
  });
});

describe('a redirect with a *', () => {
  test('leads to the page that the matched text names, by one 301, and only where there is one', async () => {
    const blog = site.as('content_moderator').blog;
    const words = { excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
    const old = (await blog.create.mutate({ ...words, title: 'Old', slug: 'former' })).post;
    await blog.publishing.mutate({ id: old.id, slug: 'oak' });
    await add('/kept/hello', '/contact');
    const hidden = (await blog.create.mutate({ ...words, title: 'Hidden', slug: 'then-hidden' })).post;
    await add('/shop/closed', '/blog/then-hidden');
    await blog.update.mutate({ ...words, title: 'Hidden', id: hidden.id, is_published: false });
    const rules: [path: string, target: string][] = [
      ['/shop/*', '/services'],
      ['/shop/oak-*', '/blog/*'],
      ['/news/*', '/blog/*'],
      ['/*/amp-page', '/*'],
      ['/tags/*', '/blog?tag=*'],
      ['/*', '/blog/*'],
      ['/about*', '/services'],
    ];
    for (const [path, target] of rules) expect([path, (await add(path, target)).status]).toEqual([path, 201]);
    const led: [url: string, status: number, location?: string][] = [
      ['/shop/a/b?c=d', 301, '/services'],
      ['/Shop', 301, '/services'],
      ['/shopping', 404],
      // A redirect to a page that visitors cannot open stays one.
      ['/shop/closed', 404],
      ['/news/oak', 301, '/blog/oak'],
      ['/news/former', 301, '/blog/oak'],
      ['/news/former/feed', 301, '/blog/oak'],
      ['/news/unknown', 404],
      ['/news/..%2f..%2fadmin', 404],
      ['/oak', 301, '/blog/oak'],
      // The address of a redirect is one of the site, the match of another pattern is not.
      ['/kept/hello/amp-page', 301, '/contact'],
      ['/news/oak/amp-page', 404],
      ['/tags/C%23 & D/é', 301, '/blog?tag=c%23%20%26%20d%2F%C3%A9'],
      ['/about', 200],
      ['/about-us', 301, '/services'],
    ];
    for (const [url, status, location] of led)
      expect([url, await open(url)]).toEqual([url, { status, location }]);
  });

  test('has it once, and leads to a page for which it is there', async () => {
    for (const [path, target, problem] of [
      ['/a*b*c', '/services', 'Write one * only. It stands for any text.'],
      ['/a*', '/blog/*/*', 'Write one * only. It stands for the text that the old address has there.'],
      ['/a', '/blog/*', 'The page has a *, so the old address needs one too.'],
      ['/a*', '/a*', 'The address would lead to itself.'],
      ['/a*', '/nowhere', 'Visitors find no page at this address. Name one that they can open.'],
      ['/a*', '//example.com/*', 'Name a page of this site, such as /services, not of another one.'],
      ['/admin/*', '/blog/*', 'The program itself uses this address, so it cannot lead elsewhere.'],
      ['/*', '/services', 'No address would be missing any more. Write * in the page too, such as /blog/*.'],
    ] as const) {
      expect([path, target, (await add(path, target)).problem]).toEqual([path, target, problem]);
    }
  });
});

test('addresses that are another form of an old one lead to the same page, and its own address counts first', async () => {
  for (const [path, target] of [
    ['/2013', '/blog'],
    ['/2013/05/hello', '/services'],
    ['/?p=1724', '/services'],
    ['/wp-content/uploads/2013/05/a.jpg', '/gallery'],
    ['/2013/05/hello/3', '/contact'],
  ] as const)
    expect([path, (await add(path, target)).status]).toEqual([path, 201]);
  for (const [url, location] of [
    ['/2013/05/hello/feed/', '/services'],
    ['/2013/05/hello/feed/atom/', '/services'],
    ['/2013/05/hello/2/', '/services'],
    ['/2013/05/hello/3/', '/contact'],
    ['/2013/05/hello/comment-page-2/', '/services'],
    ['/2013/05/', '/blog'],
    ['/2013/05/09/page/2/', '/blog'],
    ['/?page_id=1724', '/services'],
    ['/?attachment_id=1724&preview=true', '/services'],
    ['/index.php?p=1724', '/services'],
    ['/wp-content/uploads/2013/05/a-300x200.jpg', '/gallery'],
    ['/wp-content/uploads/2013/05/a-scaled.jpg', '/gallery'],
    ['/wp-content/uploads/2013/05/a-e1368111111111-300x200@2x.jpg', '/gallery'],
  ] as const)
    expect([url, await open(url)]).toEqual([url, { status: 301, location }]);
  for (const url of ['/2013/05/hello/more', '/1999/05', '/wp-content/uploads/2013/05/b-300x200.jpg'])
    expect([url, (await open(url)).status]).toEqual([url, 404]);
});

test('redirects come out as CSV and in again, and each line that cannot be added is named', async () => {
  const { redirects } = site.as('admin').addresses;
  const csv = [
    'Old address;Page',
    '/csv/one;/services',
    'https://old.example.com/csv/two;/services',
    '"/csv/th""ree" ; /blog?tag=a',
    '',
    '/csv/one;/contact',
    '/csv/four;/nowhere',
    '/csv/five',
    '/csv/*;/contact',
  ].join('\r\n');
  const { added, known, refused } = await redirects.importCsv.mutate({ csv });
  expect({ added, known }).toEqual({ added: 3, known: 0 });
  expect(refused).toEqual([
    {
      line: 3,
      path: 'https://old.example.com/csv/two',
      problem: expect.stringContaining('not of another one'),
    },
    { line: 6, path: '/csv/one', problem: 'This address leads to /services already. Remove that first.' },
    { line: 7, path: '/csv/four', problem: expect.stringContaining('Visitors find no page') },
    { line: 8, path: '/csv/five', problem: 'Page is required' },
  ]);
  const out = (await site.rest('admin').get('/api/admin/redirects.csv')).body;
  expect(out).toMatch(/^\ufeff?Old address,Page\r\n/);
  expect(out).toContain('\r\n"/csv/th""ree",/blog?tag=a\r\n');
  const again = await redirects.importCsv.mutate({ csv: out });
  expect(again).toMatchObject({ added: 0, refused: [] });
  expect(again.known).toBe((await redirects.list.query({})).total);
  expect((await redirects.list.query({ search: 'CSV/' })).redirects.map(({ path }) => path)).toEqual([
    '/csv/*',
    '/csv/one',
    '/csv/th"ree',
  ]);
  for (const [bad, problem] of [
    ['', 'The file has no redirects. Each line needs an old address and a page.'],
    ['/a,"/b', /^This is not a CSV file: /],
    ['/a,/b\n'.repeat(2001), 'A file may have at most 2,000 lines. Please divide it.'],
  ] as const) {
    const refusal = await redirects.importCsv.mutate({ csv: bad }).catch((error) => error);
    expect(refusal.data.errors.csv[0]).toMatch(problem);
  }
});

test('an address whose letters were lost is refused by every door, and the other lines of its file are not', async () => {
  const problem = expect.stringMatching(/could not be read/);
  const lost: [path: string, target: string][] = [
    ['/gr\uFFFD\uFFFDe', '/blog'],
    ['/gr%EF%BF%BDe', '/blog'],
    ['/?p=a\uFFFD', '/blog'],
    ['/found', '/blog?tag=gr\uFFFDn'],
    ['/found/*', '/blog/gr%EF%BF%BDn/*'],
  ];
  for (const [path, target] of lost)
    expect(await add(path, target), path).toMatchObject({ status: 422, problem });
  const lines = [...lost.map((line) => line.join(';')), '/nul\u0000;/blog', '/saved-well;/blog'];
  const csv = ['Old;New', ...lines].join('\n');
  const file = await site.as('admin').addresses.redirects.importCsv.mutate({ csv });
  expect(file).toMatchObject({
    added: 1,
    refused: [
      ...lost.map((_, at) => ({ line: at + 2, problem })),
      { line: lost.length + 2, problem: expect.stringContaining('cannot be stored') },
    ],
  });
});
