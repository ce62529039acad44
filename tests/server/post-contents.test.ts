import { expect, test } from 'vitest';
import { beginsWith } from '../../client/site/blog/contents.ts';

test.each<[html: string, excerpt: string, isRepeated: boolean]>([
  ['<p>The <strong>first</strong> words, and &amp; more.</p>', 'The first words,…', true],
  ['<p>One</p>\n<p>Two &lt;3</p>', 'One Two <3', true],
  ['<p>The first words.</p>', 'A summary.', false],
  ['<h2>Title</h2><p>Words</p>', 'Words', false],
])(
  'readers do not read an excerpt twice that is the beginning of its text: %s',
  (html, excerpt, isRepeated) => {
    expect(beginsWith(html, excerpt)).toBe(isRepeated);
  },
);
