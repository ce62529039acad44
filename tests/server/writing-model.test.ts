import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { cspHashesIn } from '../../src/http/pages/documents.ts';
import { publicPolicy } from '../../src/http/server/headers.ts';
import { type CleanedText, cleanHtml } from '../../src/shared/writing/clean-html.ts';
import { type MarkRule, markRules, type NodeRule, nodeRules } from '../../src/shared/writing/schema.ts';
import { type ShownPicture, renderWriting } from '../../src/shared/writing/show-html.ts';

const media = new Map([
  ['a.png', 1],
  ['b.png', 2],
]);
const clean = (html: string) => {
  const cleaned = cleanHtml(html, { pictures: media });
  if ('problem' in cleaned) throw new Error(cleaned.problem);
  return cleaned;
};
const rules: [string, NodeRule | MarkRule][] = [...Object.entries(nodeRules), ...Object.entries(markRules)];
const partOf: Record<string, string> = {
  doc: '<p',
  listItem: '<li>',
  tableRow: '<tr>',
  tableCell: '<td',
  tableHeader: '<th ',
  image: '<img ',
  caption: '<figcaption>',
};

describe('the document model', () => {
  test.each(rules)('%s has an example that is canonical', (name, { example, tag }) => {
    const all = rules.map(([, rule]) => rule.example ?? '').join('');
    expect(all).toContain(partOf[name] ?? (example as string));
    expect(example ?? all).toContain(`<${tag}`.trim().slice(0, 2));
    if (example) expect(clean(example).html).toBe(example);
  });

  test('each element has a style', async () => {
    const files = ['prose', 'prose-boxes', 'prose-figures'];
    const css = await Promise.all(files.map((name) => readFile(`client/styles/${name}.css`, 'utf8')));
    const styled = css.join('\n');
    // As browsers show them.
    const plain = new Set(['', 'p', 'tr', 'strong', 'em']);
    for (const [, rule] of rules) {
      if (plain.has(rule.tag)) continue;
      expect(styled, rule.tag).toMatch(new RegExp(`[\\s(,]${rule.tag}(?![\\w-])`));
      const kind = 'fixed' in rule ? rule.fixed?.['data-kind'] : undefined;
      if (kind && kind !== 'picture' && kind !== 'embed') expect(styled).toContain(`[data-kind="${kind}"]`);
    }
  });

  test.each([
    [
      'a picture parts its paragraph',
      '<p>a<img src="a.png" alt="x">b</p>',
      '<p>a</p><figure data-kind="picture"><img data-media="1" alt="x"></figure><p>b</p>',
    ],
    [
      'a picture of WordPress',
      '<div class="wp-caption"><a href="/x"><img src="a.png"></a><p class="wp-caption-text">C</p></div>',
      '<figure data-kind="picture"><img data-media="1"><figcaption>C</figcaption></figure>',
    ],
    [
      'a gallery of WordPress',
      '<figure class="wp-block-gallery"><figure><img src="a.png"><figcaption>A</figcaption></figure><figure><img src="b.png"></figure></figure>',
      '<figure data-kind="gallery"><img data-media="1"><img data-media="2"><figcaption>A</figcaption></figure>',
    ],
    [
      'a gallery of Ghost',
      '<figure class="kg-card kg-gallery-card"><div><div><img src="a.png"></div><div><img src="b.png"></div></div></figure>',
      '<figure data-kind="gallery"><img data-media="1"><img data-media="2"></figure>',
    ],
    [
      'a callout of Ghost',
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">!</div><div>T</div></div><div>b</div>',
      '<aside data-kind="note"><p>T</p></aside><p>b</p>',
    ],
    [
      'a button of WordPress',
      '<div class="wp-block-button"><a href="/contact">Write <b>us</b></a></div>',
      '<p data-kind="action"><a href="/contact">Write us</a></p>',
    ],
    [
      'a quote with its source',
      '<blockquote><p>Q</p><cite>S</cite></blockquote>',
      '<figure data-kind="quote"><blockquote><p>Q</p></blockquote><figcaption>S</figcaption></figure>',
    ],
    [
      'a video',
      '<figure class="kg-embed-card"><iframe src="https://www.youtube.com/embed/M7lc1UVf-VE?x=1" title="T"></iframe></figure>',
      '<figure data-kind="embed" data-embed="youtube:M7lc1UVf-VE"><figcaption>T</figcaption></figure>',
    ],
    [
      'another frame',
      '<iframe src="https://maps.example/x"></iframe>',
      '<p><a href="https://maps.example/x" rel="noopener noreferrer">https://maps.example/x</a></p>',
    ],
    [
      'a table in a list',
      '<ol><li>a<table><tr><td>1<td>2</table></li><li>b</li></ol>',
      '<ol><li>a<p>1 | 2</p></li><li>b</li></ol>',
    ],
    ['a table without cells', '<table><caption>words</caption></table>', '<p>words</p>'],
    [
      'a table in a table',
      '<table><tr><td><table><tr><td>i<td>j</table>k<td>l</table>',
      '<table><tbody><tr><td><p>i | j</p><p>k</p></td><td><p>l</p></td></tr></tbody></table>',
    ],
    [
      'code of other programs',
      '<pre class="brush: js">\na<br><b>b</b></pre>',
      '<pre><code class="language-js">a\nb</code></pre>',
    ],
    ['marks within code', '<b><code>x</code></b><q>y</q>', '<code>x</code>“y”'],
  ])('reads %s', (_, html, expected) => {
    expect(clean(html).html).toBe(expected);
  });

  test('tells what is in the text and what was left out', () => {
    const { html, ...facts } = clean(
      '<p>Three little words</p><img src="a.png"><img src="b.png" alt=""><img src="c.png" alt="A mill"><a href="x.html">y</a>',
    ) as CleanedText;
    expect(facts).toMatchObject({ media: [1, 2], undescribed: 1, wordCount: 4 });
    expect(facts.notes).toEqual([
      '1 picture is left out, as the media library does not have it: c.png (A mill)',
      '1 link has no usable address, its words stay: x.html',
    ]);
  });
});

test.each<[address: string, expected: string | undefined]>([
  ['https://a.example/x y', 'https://a.example/x%20y'],
  ['//a.example', 'https://a.example'],
  ['www.a.example', 'https://www.a.example'],
  ['example.org/page', 'https://example.org/page'],
  ['me@a.example', 'mailto:me@a.example'],
  ['/blog/3', '/blog/3'],
  ['#x', '#x'],
  ['tel:+49', 'tel:+49'],
  ...['java\tscript:x', '/\\a.example', 'page.html', 'data:text/html,x', 'https:', '//', ''].map(
    (address): [string, undefined] => [address, undefined],
  ),
])('the link %j leads to %s', (address, expected) => {
  const href = /href="([^"]*)"/.exec(clean(`<a href="${address}">x</a>`).html)?.[1];
  expect(href).toBe(expected);
});

describe('a text that is shown', () => {
  const picture: ShownPicture = {
    url: '/uploads/a.jpeg',
    width: 1600,
    height: 1000,
    colour: '#aabbcc',
    alt: 'From "the" library',
    sources: [{ type: 'image/avif', srcset: '/uploads/a-320.avif 320w' }],
    focal: { x: 3, y: 7 },
  };
  const texts = { video: 'Video', playsFrom: (name: string) => `Plays from ${name}`, table: 'Table' };
  const show = (html: string, options = {}) =>
    renderWriting(html, new Map([[1, picture]]), { texts, ...options });
  const figure = (id: number, more = '') =>
    `<figure data-kind="picture"><img data-media="${id}"${more}><figcaption>C</figcaption></figure>`;

  test('has the addresses and sizes of its pictures', () => {
    const html = show(figure(1) + figure(1, ' alt=""'), { isFirstHigh: true });
    expect(html).toContain('<source type="image/avif" srcset="/uploads/a-320.avif 320w" sizes="');
    expect(html).toMatch(
      /<img class="fx-3 fy-7" .*alt="From &quot;the&quot; library" width="1600" height="1000" fetchpriority="high">/,
    );
    expect(html).toMatch(/alt="" width="1600" height="1000" loading="lazy" decoding="async">/);
    expect(show(`<p>a</p>${figure(2)}`)).toBe('<p>a</p>');
  });

  test('loads nothing from the provider of a video', () => {
    const html = show(
      '<figure data-kind="embed" data-embed="youtube:M7lc1UVf-VE"><figcaption>A <b>b</b></figcaption></figure>',
    );
    expect(html).not.toMatch(/<(?:iframe|img|script)/);
    expect(html).toContain('href="https://www.youtube.com/watch?v=M7lc1UVf-VE"');
    expect(html).toContain(
      '<span class="embed-title">A b</span><span class="embed-source">Plays from YouTube</span>',
    );
  });

  test('is plain HTML in feeds', () => {
    const embed = '<figure data-kind="embed" data-embed="vimeo:123456789"></figure>';
    expect(show(figure(1) + embed, { isPlain: true })).toBe(
      '<figure data-kind="picture"><img src="/uploads/a.jpeg" alt="From &quot;the&quot; library" width="1600" height="1000"><figcaption>C</figcaption></figure>' +
        '<p><a href="https://vimeo.com/123456789" rel="noopener noreferrer">Video</a></p>',
    );
  });

  test('has a direction where it has right-to-left letters', () => {
    expect(show('<p>a</p>')).toBe('<p>a</p>');
    expect(show('<p>שלום</p><ul><li><p>a</p></li></ul><p dir="rtl">b</p>')).toBe(
      '<p dir="auto">שלום</p><ul dir="auto"><li><p>a</p></li></ul><p dir="rtl">b</p>',
    );
  });
});

test('the policy of a page names the hosts of its own pictures and videos alone', () => {
  const policyOf = (html: string) => publicPolicy(cspHashesIn(html));
  expect(policyOf('<img src="/a.png">')).toContain("img-src 'self' data:;");
  expect(policyOf('<p>src="https://text.example"</p>')).not.toMatch(/text\.example|frame-src/);
  const html =
    '<img alt="" src="https://a.example/x?a&amp;b"><img src="https://a.example/y"><img src="https://B.example:81/z">';
  expect(policyOf(html)).toContain("img-src 'self' data: https://a.example https://b.example:81;");
  expect(policyOf('<img src="https://a;script-src *">')).toContain("img-src 'self' data:;");
  expect(policyOf('<a class="embed-card" href="#">')).toContain(
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com;',
  );
});
