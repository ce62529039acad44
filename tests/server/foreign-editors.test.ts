import { expect, test } from 'vitest';
import { htmlOfLexical } from '../../src/transfer/lexical.ts';
import {
  emptyBlockNames,
  readBlocks,
  expandPatterns,
  renderLinkBlocks,
} from '../../src/transfer/wordpress-blocks.ts';

const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });
const lexical = (...children: object[]) =>
  htmlOfLexical(JSON.stringify({ root: { type: 'root', children } }));

test.each<[what: string, node: object, html: string]>([
  [
    'marks and links',
    { type: 'paragraph', children: [text('a & b', 3), { type: 'link', url: '/x', children: [text('c')] }] },
    '<p><em><strong>a &amp; b</strong></em><a href="/x">c</a></p>',
  ],
  ['headings', { type: 'extended-heading', tag: 'h3', children: [text('T')] }, '<h3>T</h3>'],
  [
    'lists',
    { type: 'list', tag: 'ol', children: [{ type: 'listitem', children: [text('1')] }] },
    '<ol><li>1</li></ol>',
  ],
  [
    'pictures',
    { type: 'image', src: '/a.png', alt: 'A', caption: '<i>C</i>' },
    '<figure><img src="/a.png" alt="A"><figcaption><i>C</i></figcaption></figure>',
  ],
  [
    'buttons',
    { type: 'button', buttonUrl: '/y', buttonText: 'Go' },
    '<p class="kg-button-card"><a href="/y">Go</a></p>',
  ],
  ['files', { type: 'file', src: '/f.pdf', fileTitle: 'Prices' }, '<p><a href="/f.pdf">Prices</a></p>'],
  ['nodes of a later version', { type: 'later', children: [text('Words')] }, 'Words'],
])('a post of Ghost is read from the form of its editor: %s', (_, node, html) => {
  expect(lexical(node)).toBe(html);
});

test('a form of the editor that cannot be read has no HTML', () => {
  expect(['', '{', '{}', '[]', '{"root":{"children":3}}'].map(htmlOfLexical)).toEqual(['', '', '', '', '']);
});

test('blocks of WordPress are read with what is in them, whether they are closed or not', () => {
  const [group, , rest] = readBlocks(
    '<!-- wp:core/group {"a":1} --><div><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div><!-- /wp:group -->\n<!-- wp:spacer /-->Loose<!-- wp:list --><ul>',
  );
  expect(group).toMatchObject({ name: 'group', attributes: { a: 1 }, own: '<div></div>' });
  expect(group!.children).toMatchObject([{ name: 'paragraph', own: '<p>x</p>' }]);
  expect(rest).toMatchObject({ name: 'freeform', raw: 'Loose' });
  expect([...emptyBlockNames(readBlocks('<!-- wp:latest-posts {"a":"b"} /--><!-- wp:spacer /-->'))]).toEqual([
    'latest-posts',
  ]);
});

test('patterns and links that blocks only refer to are written out', () => {
  const patterns = new Map([['7', '<p>Pattern</p><!-- wp:block {"ref":7} /-->']]);
  expect(expandPatterns('A<!-- wp:block {"ref":7} /-->B<!-- wp:block {"ref":8} /-->', patterns)).toMatch(
    /^A<p>Pattern<\/p>.*B<!-- wp:block \{"ref":8\} \/-->$/,
  );
  expect(renderLinkBlocks('<!-- wp:social-link {"url":"https://a.example/?a=1","service":"x"} /-->')).toBe(
    '<p><a href="https://a.example/?a=1">x</a></p>',
  );
});
