import { expect, test } from 'vitest';
import {
  beginsWithExcerpt,
  containsPicture,
  withTableOfContents,
} from '../../client/site/blog/table-of-contents.ts';
import { withUniquePlaces } from '../../src/shared/writing/link-places.ts';

test.each<[html: string, excerpt: string, isRepeated: boolean]>([
  ['<p>The <strong>first</strong> words, and &amp; more.</p>', 'The first words,…', true],
  ['<p>One</p>\n<p>Two &lt;3</p>', 'One Two <3', true],
  ['<p>The first words.</p>', 'A summary.', false],
  ['<h2>Title</h2><p>Words</p>', 'Words', false],
])(
  'readers do not read an excerpt twice that is the beginning of its text: %s',
  (html, excerpt, isRepeated) => {
    expect(beginsWithExcerpt(html, excerpt)).toBe(isRepeated);
  },
);

test.each<[src: string, isShown: boolean]>([
  ['/uploads/2d455375ff4dda20ae27b73e4866cfdf-abdd2309cfca50f7-320.webp', true],
  ['/uploads/3d455375ff4dda20ae27b73e4866cfdf-abdd2309cfca50f7.jpeg', false],
])('readers do not see a picture above a text that shows the same file: %s', (src, isShown) => {
  const path = 'uploads/2d455375ff4dda20ae27b73e4866cfdf-184982ba7e4f95cd.jpeg';
  expect(containsPicture(`<figure><img data-tone="light-1" src="${src}" alt=""></figure>`, path)).toBe(
    isShown,
  );
});

test('the contents lead to the place of a heading that has one', () => {
  const { html, headings } = withTableOfContents('<h2 id="place-a">A</h2><h2>B</h2><h2 dir="rtl">C</h2>');
  expect(headings.map(({ id }) => id)).toEqual(['place-a', 'section-b', 'section-c']);
  expect(html).toBe('<h2 id="place-a">A</h2><h2 id="section-b">B</h2><h2 id="section-c" dir="rtl">C</h2>');
});

test('places are unique on a page with several texts', () => {
  const text = '<p><a href="#place-a">a</a></p><h2 id="place-a">A</h2>';
  expect(withUniquePlaces([text, '<p>b</p>', text])).toEqual([
    text,
    '<p>b</p>',
    '<p><a href="#place-a-2">a</a></p><h2 id="place-a-2">A</h2>',
  ]);
});
