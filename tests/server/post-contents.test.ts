import { expect, test } from 'vitest';
import { beginsWithExcerpt, containsPicture } from '../../client/site/blog/table-of-contents.ts';

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
