import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { cleanHtml } from '../../src/shared/writing/clean-html.ts';
import { toReadableHtml } from '../../src/transfer/wordpress-html.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { importForeignExport, withTemporaryFolder } from '../support/foreign-imports.ts';
import { useSite } from '../support/use-site.ts';

const none = { byId: () => undefined, uploadedTo: () => [] };
const read = (content: string) => toReadableHtml(content, none).html;
const shown = (content: string) => {
  const cleaned = cleanHtml(read(content));
  return 'html' in cleaned ? cleaned.html.replaceAll(/>\n+</g, '><').replaceAll('\n', '⏎') : cleaned.problem;
};

test.each<[what: string, content: string, expected: string]>([
  [
    'text beside a heading',
    'First.\n<h2>Head</h2>\nSecond,\nline two.',
    '<p>First.</p><h2>Head</h2><p>Second,<br />⏎line two.</p>',
  ],
  [
    'text beside a quotation, and in it',
    'Before.\n<blockquote>Said.\n\nTwice.</blockquote>\nAfter.',
    '<p>Before.</p><blockquote><p>Said.</p><p>Twice.</p></blockquote><p>After.</p>',
  ],
  [
    'no break beside a block',
    'Before.<br>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>\n<br>After.',
    '<p>Before.</p><ul><li>One</li><li>Two</li></ul><p>After.</p>',
  ],
  ['two breaks are a paragraph', 'One<br /><br />Two<br/>\nThree', '<p>One</p><p>Two<br />⏎Three</p>'],
  [
    'text beside a picture keeps its line',
    'Words <em>and\nmore</em>',
    '<p>Words <em>and<br />⏎more</em></p>',
  ],
  [
    'paragraphs in an element',
    '<div>Lone</div>\n<div>One\n\nTwo</div>\n<div>Top<h3>Head</h3>Below</div>',
    '<p>Lone</p><p>One</p><p>Two</p><p>Top</p><h3>Head</h3><p>Below</p>',
  ],
  ['lines of an address', '<address>1 Loop\nCupertino</address>', '<p>1 Loop<br />⏎Cupertino</p>'],
  [
    'written paragraphs',
    '<p>One\nline</p>\n<p>Two\n\nThree</p>',
    '<p>One<br />⏎line</p><p>Two</p><p>Three</p>',
  ],
  [
    'tables and lists with line breaks between their parts',
    '<table>\n<tr>\n<td>a</td>\n<td>b\n\nc</td>\n</tr>\n</table>\nAfter',
    '<table><tbody><tr><td><p>a</p></td><td><p>b</p><p>c</p></td></tr></tbody></table><p>After</p>',
  ],
  [
    'inline elements at the beginning of a line',
    'One.\n\n<abbr>HTML</abbr> <ins>new</ins>',
    '<p>One.</p><p>HTML new</p>',
  ],
  ['an end without its beginning', 'One</div>\n\nTwo</p>\nThree', '<p>One</p><p>Two</p><p>Three</p>'],
])('lines become paragraphs as in WordPress: %s', (_, content, expected) => {
  expect(shown(content)).toBe(expected);
});

test.each<[what: string, content: string, expected: string]>([
  [
    'with a language',
    'Before.\n\n[sourcecode language="csharp"]\nif (a < b)\n{\n    // [index] stays\n    List<string> x;\n\n    return x[0];\n}\n[/sourcecode]\n\nAfter.',
    '<p>Before.</p><pre><code class="language-csharp">if (a &lt; b)⏎{⏎    // [index] stays⏎    List&lt;string&gt; x;⏎⏎    return x[0];⏎}</code></pre><p>After.</p>',
  ],
  [
    'in one line',
    '[code lang=js]a && b;[/code]',
    '<pre><code class="language-js">a &amp;&amp; b;</code></pre>',
  ],
  [
    'as the visual editor stores it',
    '[php]if ($a &lt; 1 &amp;&amp; $b) {<br />\n&nbsp;&nbsp;echo "x";<br />}[/php]',
    '<pre><code class="language-php">if ($a &lt; 1 &amp;&amp; $b) {⏎  echo "x";⏎}</code></pre>',
  ],
  [
    'whose text has entities and tags of its own',
    '[code]<p>&nbsp;</p> &lt;[/code]',
    '<pre><code>&lt;p&gt;&amp;nbsp;&lt;/p&gt; &amp;lt;</code></pre>',
  ],
  [
    'in the block editor',
    '<!-- wp:shortcode -->\n[code]\na<b>\n\n\n\nc\n[/code]\n<!-- /wp:shortcode -->',
    '<pre><code>a&lt;b&gt;⏎⏎⏎⏎c</code></pre>',
  ],
  ['that is never closed stays text', 'A [code] word', '<p>A [code] word</p>'],
])('a shortcode for code becomes a code block: one %s', (_, content, expected) => {
  expect(shown(content)).toBe(expected);
});

test.each([
  [
    '<p>Write [[gallery]] to show one, or [[caption]text[/caption]].</p>',
    'Write [gallery] to show one, or [caption]text[/caption].',
  ],
  ['<p>[[my-code a="b"]]</p>', '[my-code a="b"]'],
  ['<p><code>[[gallery ids="1"]]</code> but <code>[[ -f x ]]</code></p>', '[gallery ids="1"] but [[ -f x ]]'],
  ['<p>a[[0]] and [[Two Words]]</p>', 'a[[0]] and [[Two Words]]'],
  ['[[code]]x[[/code]]', '[code]x[/code]'],
  ['[[code]x[/code]]', '[code]x[/code]'],
])('a shortcode in two pairs of brackets is shown: %s', (content, expected) => {
  expect(shown(content).replaceAll(/<[^>]*>/g, '')).toBe(expected);
});

test('verse and preformatted text keep their lines, their indentation and their links', () => {
  const verse =
    '<!-- wp:verse --><pre class="wp-block-verse">One\n  <a href="https://a.example">two</a>\n\nThree</pre><!-- /wp:verse -->';
  expect(shown(verse)).toBe(
    '<p>One<br />⏎\u00a0\u00a0<a href="https://a.example" rel="noopener noreferrer">two</a></p><p>Three</p>',
  );
  const preformatted = '<pre class="wp-block-preformatted">a <a href="https://a.example">b</a></pre>';
  expect(shown(preformatted)).toContain('<a href="https://a.example"');
  expect(shown('<pre class="wp-block-preformatted">a  b</pre>')).toBe('<pre><code>a  b</code></pre>');
});

const old = 'https://old.example.com';
const item = (id: number, type: string, html: string, more = '') =>
  `<item><title>Item ${id}</title><link>${old}/item-${id}/</link><wp:post_id>${id}</wp:post_id>
  <wp:post_date_gmt>2020-01-02 10:00:00</wp:post_date_gmt><wp:post_type>${type}</wp:post_type>
  <content:encoded><![CDATA[${html}]]></content:encoded>${more || '<wp:status>publish</wp:status>'}</item>`;

describe('imported items', () => {
  const site = useSite();
  const run = (items: string[]) =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'old.xml');
      const head = `<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${old}</wp:base_blog_url>`;
      await writeFile(file, `<rss><channel><title>Old</title>${head}${items.join('')}</channel></rss>`);
      return importForeignExport(site, await openWordPress(file, () => {}));
    });

  test('footnotes become a list at the end, each mark with its note', async () => {
    const mark = '<sup data-fn="ab" class="fn"><a href="#ab" id="ab-link">1</a></sup>';
    const content = `<!-- wp:paragraph --><p>Text${mark}</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`;
    const notes =
      '<wp:status>publish</wp:status><wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[[{"id":"ab","content":"The <em>note</em>"}]]]></wp:meta_value></wp:postmeta>';
    const outcomes = await run([
      item(1, 'post', content, notes),
      item(2, 'page', content, notes),
      item(3, 'post', 'Text[ref]Another note[/ref] goes on.\n\n<pre>[ref]code[/ref]</pre>'),
    ]);
    const em = site.database.fork();
    const post = await em.findOneOrFail(Post, outcomes.get('1')!.id!);
    expect(post.content).toMatch(/<sup>.*1.*<\/sup>[\s\S]*<ol><li[^>]*>.*The <em>note<\/em> .*↩/);
    expect(outcomes.get('1')!.notes.join()).not.toMatch(/footnotes/);
    const page = await em.findOneOrFail(pagesModule.entity, outcomes.get('2')!.id!);
    expect(JSON.stringify(page.blocks)).toMatch(/The <em>note<\/em>/);
    const classic = await em.findOneOrFail(Post, outcomes.get('3')!.id!);
    expect(classic.content).toMatch(
      /Text<sup>.*1.*<\/sup> goes on[\s\S]*\[ref\]code\[\/ref\][\s\S]*<ol>.*Another note/,
    );
  });

  test('a post that is a draft here keeps the date on which it was published there', async () => {
    const [published, status] = [
      new Date('2020-01-02T10:00:00Z'),
      (name: string) => `<wp:status>${name}</wp:status>`,
    ];
    const outcomes = await run([
      item(1, 'post', 'Words', status('private')),
      item(2, 'post', 'Words', status('pending')),
      item(3, 'post', 'Words', `${status('publish')}<wp:post_password>x</wp:post_password>`),
      item(4, 'post', 'Words', status('draft')),
      item(5, 'page', 'Words', status('private')),
      item(6, 'page', '', status('publish')),
    ]);
    const em = site.database.fork();
    for (const id of ['1', '2', '3'])
      expect.soft(await em.findOneOrFail(Post, outcomes.get(id)!.id!), id).toMatchObject({
        is_published: false,
        published_at: published,
      });
    expect((await em.findOneOrFail(Post, outcomes.get('4')!.id!)).published_at).toBeNull();
    for (const id of ['5', '6'])
      expect.soft(await em.findOneOrFail(pagesModule.entity, outcomes.get(id)!.id!), id).toMatchObject({
        is_published: false,
        published_at: published,
      });
  });

  test('the note about a picture beside the text counts only pictures that are taken', async () => {
    const picture = `<figure class="alignleft"><img class="alignleft" src="${old}/wp-content/uploads/2020/01/a.png"></figure><p>Words</p>`;
    const outcomes = await run([
      item(1, 'post', picture),
      item(2, 'post', 'Words').replace(/<link>.*<\/link>/, ''),
    ]);
    expect(outcomes.get('1')!.notes.join()).not.toMatch(/beside/);
    expect(outcomes.get('2')!.notes.join()).toMatch(/it has no address in the export/);
  });
});
