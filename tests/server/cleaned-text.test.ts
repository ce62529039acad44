// @vitest-environment jsdom
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type CleanedText, cleanHtml, plainText } from '../../src/shared/writing/clean-html.ts';
import { tagSoup } from '../support/tag-soup.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

function clean(html: string): string {
  const cleaned = cleanHtml(html);
  if ('problem' in cleaned) throw new Error(cleaned.problem);
  return cleaned.html;
}

/** Returns what a browser's parser makes of HTML, in the notation of the cleaner. */
function asParsed(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  return Array.from(template.content.childNodes, written).join('');
}

function written(node: Node): string {
  if (node instanceof Text) {
    return node.data.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  }
  const { localName: tag, attributes, childNodes, namespaceURI } = node as Element;
  const given = Array.from(attributes, ({ name, value }) => {
    const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return ` ${name}="${escaped.replaceAll('"', '&quot;')}"`;
  });
  expect(namespaceURI).toBe('http://www.w3.org/1999/xhtml');
  if (tag === 'br' || tag === 'hr') return `<${tag} />`;
  if (tag === 'img') return `<img${given.join('')}>`;
  const inner = Array.from(childNodes, written).join('');
  // The parser drops the first line break of such an element.
  return `<${tag}${given.join('')}>${tag === 'pre' && inner.startsWith('\n') ? '\n' : ''}${inner}</${tag}>`;
}

const href = '(?:https?:|mailto:|tel:|/(?![/\\\\])|#)[^"<>]*';
const attributes = [
  `href="${href}"(?: rel="noopener noreferrer")?`,
  ...[
    'dir="(?:ltr|rtl)"',
    'start="\\d+"',
    'type="[aAiI]"',
    'id="place-[\\p{L}\\d_-]+"',
    'colspan="\\d+"',
    'rowspan="\\d+"',
    'scope="(?:col|row)"',
  ],
  ...[
    'class="language-[^"<>\\s]+"',
    'data-kind="[a-z]+"',
    'data-width="(?:wide|full)"',
    'data-embed="[\\w:/-]+"',
  ],
  ...['data-media="\\d+"', 'alt="[^"<>]*"'],
].join('|');
const tags = [
  ...['p', 'h[234]', '[uo]l', 'li', 'blockquote', 'pre', 'code', 'strong', 'em', 'u', 's', 'a', 'su[bp]'],
  ...['table', 'caption', 'thead', 'tbody', 'tr', 't[dh]', 'figure', 'figcaption', 'aside', 'img'],
].join('|');
const allowed = new RegExp(`^<(?:/?(?:${tags})|[hb]r /|(?:${tags})(?: (?:${attributes}))+)>$`, 'iu');

describe('a text that is cleaned', () => {
  test.each([
    [
      '<p>One<br>\ntwo</p>\n<p><b>b</b> <i>i</i> &amp; <strike>s</strike></p>',
      '<p>One<br />\ntwo</p>\n<p><strong>b</strong> <em>i</em> &amp; <s>s</s></p>',
    ],
    ['<h1>A</h1><h2>B</h2><h5>C</h5>', '<h2>A</h2><h3>B</h3><h4>C</h4>'],
    ['<h2>A</h2><h4>B</h4><h5>C</h5>', '<h2>A</h2><h4>B</h4><h4>C</h4>'],
    ['only words', 'only words'],
    ['<p>a &lt; b &quot;c&quot;</p>', '<p>a &lt; b "c"</p>'],
    ['<ul>\n<li>One<ul><li>Two</li></ul></li></ul>', '<ul>\n<li>One<ul><li>Two</li></ul></li></ul>'],
    [
      '<pre><code class="language-js">if (a)\n\n  b</code></pre>',
      '<pre><code class="language-js">if (a)\n\n  b</code></pre>',
    ],
    ['<em><strong>x</strong></em>', '<em><strong>x</strong></em>'],
    [
      '<a href="https://e.example" target="_blank" onclick="x">e</a>',
      '<a href="https://e.example" rel="noopener noreferrer">e</a>',
    ],
    [
      '<a href="/x">here</a> <a href="mailto:a@b.example">m</a>',
      '<a href="/x">here</a> <a href="mailto:a@b.example">m</a>',
    ],
    ['<a href=" java\tscript:alert(1)">j</a><a href="/\\evil">f</a>', 'jf'],
    ['<a href="//e.example">e</a>', '<a href="https://e.example" rel="noopener noreferrer">e</a>'],
    ['<p onclick="x" style="y" class="z">p</p>', '<p>p</p>'],
    ['<script>alert(1)</script><style>p{}</style><p>stays</p>', '<p>stays</p>'],
    ['<select><option>a<option>b</select>c', 'c'],
    ['<div>a</div><div>b</div>', '<p>a</p><p>b</p>'],
    [
      '<table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>',
      '<table><tbody><tr><td><p>A</p></td><td><p>B</p></td></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
    ],
    ['<li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
    ['<ul><li>a</li><ul><li>b</li></ul>words</ul>', '<ul><li>a<ul><li>b</li></ul>words</li></ul>'],
    ['<p>a<ul><li>b</ul>', '<p>a</p><ul><li>b</li></ul>'],
    ['<b><p>x</p>\n<p>y</p></b>', '<p><strong>x</strong></p>\n<p><strong>y</strong></p>'],
    ['<b>1<i>2</b>3</i>', '<strong>1<em>2</em></strong><em>3</em>'],
    ['<a href="/1">x<a href="/2">y</a>z</a>', '<a href="/1">x</a><a href="/2">y</a>z'],
    ['<hr>', '<hr />'],
    ['<div class="wp-block-button"><a href="#gone">x</a></div>', '<p>x</p>'],
    ['<p>&nbsp;</p><p><br></p><strong> </strong>', ''],
    ['', ''],
  ])('%j becomes %j', (html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  test('is safe, reads the same in every parser, and stays the same when it is cleaned again', () => {
    for (let seed = 1; seed <= chooseByForm(3000, 400); seed += 1) {
      const soup = tagSoup(seed);
      const html = clean(soup);
      const told = `seed ${seed}: ${JSON.stringify(soup)}`;
      const others = Array.from(html.matchAll(/<[^<>]*>/g), ([tag]) => tag).filter(
        (tag) => !allowed.test(tag),
      );
      expect(others, told).toEqual([]);
      expect(asParsed(html), told).toBe(html);
      expect(clean(html), told).toBe(html);
    }
  });

  test('stays the same to the byte if it is stored already', async () => {
    const files = ['posts', 'portfolio', 'jobs', 'settings'].map((name) => `samples/site/${name}.json`);
    const all = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    const stored = Array.from(all.matchAll(/"(<(?:[^"\\]|\\.)*>)"/g), ([text]) => JSON.parse(text) as string);
    expect(stored.length).toBeGreaterThan(10);
    for (const text of [
      ...stored,
      '<ul><li>a</li></ul>\n<p></p><h2>b</h2>c<p>\u00a0</p><hr />d',
      '<pre><code>a\n</code></pre><p dir="ltr">b<br /></p>',
      '<p><a href="#apply">a</a> <a href="#place">b</a></p><h2><strong>c</strong></h2>',
      '<table><tbody><tr><td><p><strong>a</strong></p></td></tr><tr><td><p>b</p></td></tr></tbody></table>',
      '<p>style="font-weight:bold" &lt;div class="x"&gt; <u><a href="/a">b</a></u></p>',
    ])
      expect(clean(text)).toBe(text);
  });

  test('preserves its words at any depth', () => {
    const lists = Array.from({ length: 400 }, (_, at) => `<ul><li>word${at}`).join('');
    const html = clean(lists);
    expect(plainText(html).split(' ')).toEqual(Array.from({ length: 400 }, (_, at) => `word${at}`));
    let [depth, deepest] = [0, 0];
    for (const [, end] of html.matchAll(/<(\/?)[a-z]+>/g)) {
      depth += end ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThanOrEqual(24);
  });

  test.skipIf(isShortForm)('is refused with a message when it has too many parts or becomes too long', () => {
    const problemOf = (html: string) => (cleanHtml(html) as { problem?: string }).problem;
    expect(problemOf('<p>x</p>'.repeat(20_000))).toBeUndefined();
    expect(problemOf('<p>x</p>'.repeat(30_000))).toMatch(/^Content has too many parts: .* 50,000 /);
    expect(problemOf('<br>'.repeat(60_000))).toMatch(/too many parts/);
    const tooLong = 'Content may have at most 1,000,000 characters';
    expect(problemOf('x'.repeat(1_000_001))).toBe(tooLong);
    expect(problemOf('<'.repeat(1_000_000))).toBe(tooLong);
    // An unclosed link continues in each paragraph.
    expect(problemOf(`<a href="/${'x'.repeat(100_000)}">${'<p>x'.repeat(1000)}`)).toBe(tooLong);
  });

  test.each([
    ['<p>a<video>Words.</video></p>', '<p>a</p>', ['1 video is left out: Words.']],
    ['<p>a<video src="blob:https://a.example/1"></video></p>', '<p>a</p>', ['1 video is left out']],
    ['<p>a<svg>b', '<p>ab</p>', ['1 drawing is left out']],
    ['<p>a<button>b', '<p>ab</p>', []],
    [
      '<p>a <math><msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup></math></p>',
      '<p>a x^(n+1)</p>',
      ['1 formula became text: x^(n+1)'],
    ],
    [
      '<p>a<img src="/x.png" alt="🎉" width="900"></p>',
      '<p>a</p>',
      ['1 picture is left out, as the media library does not have it: /x.png (🎉)'],
    ],
    ['<pre>a<p>b</p>c</pre><p>d</p>', '<pre><code>a\nb\nc</code></pre><p>d</p>', []],
    ['<pre>a<p>b</p>c', '<pre><code>a</code></pre><p>b</p>c', []],
    ['<ul><li>a</li></ul>b', '<ul><li>a</li></ul><p>b</p>', []],
    ['<p id="place-a">a</p><p id="place-a">b</p>', '<p id="place-a">a</p><p>b</p>', []],
    ['<a href="#x">a</a><p><a href="#top">b</a></p>', '<a href="#x">a</a><p><a href="#top">b</a></p>', []],
    [
      '<b><a href="#x">a</a></b>',
      '<strong>a</strong>',
      ['1 link leads to a place that is not in the text, its words stay: #x'],
    ],
    [
      '<h2>Part</h2><p class="x"><a href="#section-part">a</a></p>',
      '<h2>Part</h2><p><a href="#section-part">a</a></p>',
      [],
    ],
  ])('%j becomes %j, and the author is told', (html, expected, notes) => {
    const text = cleanHtml(html) as CleanedText;
    expect(text.html).toBe(expected);
    expect(text.notes).toEqual(notes);
    expect(clean(text.html)).toBe(text.html);
  });

  test('reports what was removed', () => {
    const html =
      '<img src="/a.png" alt="A"><svg></svg><a href="javascript:x">j</a><object data="/o">o</object>';
    const { removed, pictures } = cleanHtml(html) as CleanedText;
    expect(pictures).toEqual([{ address: '/a.png', alt: 'A' }]);
    expect(removed).toEqual([
      { name: 'img', count: 1, addresses: ['/a.png'] },
      { name: 'svg', count: 1, addresses: [] },
      { name: 'link', count: 1, addresses: [] },
      { name: 'object', count: 1, addresses: ['/o'] },
    ]);
    const names = Array.from({ length: 2000 }, (_, at) => `<x-${at}>`).join('');
    expect((cleanHtml(names) as CleanedText).removed.length).toBeLessThan(60);
  });
});
