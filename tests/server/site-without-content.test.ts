import { expect, test } from 'vitest';
import { sitePaths } from '../../client/shared/site-paths.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({ parts: loadBuiltPages });

test.each([
  [sitePaths.team, 'Nobody is introduced here yet.', 'Contact us', sitePaths.contact],
  [sitePaths.gallery, 'There is no picture to show yet.', 'Back to the home page', sitePaths.home],
  [sitePaths.blog, 'No posts yet.', 'Back to the home page', sitePaths.home],
  [`${sitePaths.blog}?search=engines`, 'No posts match your search', 'Show all posts', sitePaths.blog],
  [
    `${sitePaths.blog}?category=Technology`,
    'Nothing has been published in “Technology”',
    'Show all posts',
    sitePaths.blog,
  ],
  [sitePaths.portfolio, 'No projects yet.', 'See what we do', sitePaths.services],
  [
    `${sitePaths.portfolio}?category=Web+Development`,
    'No projects in this category yet.',
    'Show all projects',
    sitePaths.portfolio,
  ],
  [sitePaths.career, 'No open positions right now', 'Write to us', sitePaths.contact],
  [
    `${sitePaths.career}?type=Internship`,
    'No open positions of this type right now',
    'Write to us',
    sitePaths.contact,
  ],
])('%s says what there is not, and leads on to another page', async (path, words, link, target) => {
  const { body } = await site.app.inject({ url: path });
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [];
  expect(main).toContain(words);
  const links = [...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)];
  const named = links.filter(([, , inside = '']) => inside.replaceAll(/<[^>]*>/g, '').trim() === link);
  expect(named.map(([, address]) => address)).toEqual([target]);
  expect(target).not.toBe(path);
  expect(main).not.toMatch(/<ul[^>]*><\/ul>/);
});
