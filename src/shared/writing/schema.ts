/** An invalid value is left out. */
export type AttributeCheck =
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'one of'; values: readonly string[] }
  | { kind: 'words'; max: number }
  | { kind: 'language' }
  | { kind: 'place' }
  | { kind: 'embed' };

export interface AttributeRule {
  /** Absent when the value is in the name of the tag (`level`) or in a child (`caption`). */
  html?: string;
  check: AttributeCheck;
  /** The default, which is not written. */
  initial?: string;
}

/** Read as this node too, by element or class. */
interface AlternativeHtml {
  tag?: string;
  className?: string;
  attributes?: Readonly<Record<string, string>>;
}

export interface NodeRule {
  tag: string;
  /** By the value of `level`, for a node with several elements. */
  tags?: Readonly<Record<string, string>>;
  /** How this node differs from others with the same element. */
  fixed?: Readonly<Record<string, string>>;
  /** As in ProseMirror. Absent for a node without content. */
  content?: string;
  group?: string;
  attributes?: Readonly<Record<string, AttributeRule>>;
  reads?: readonly AlternativeHtml[];
  /** Only plain text. */
  isCode?: true;
  /** Content that is not allowed becomes paragraphs inside the node, and does not end it. */
  isIsolating?: true;
  /** May contain text directly, without a paragraph. */
  hasLooseText?: true;
  /** Visible without any text. */
  isSeen?: true;
  /** In canonical HTML. */
  example?: string;
}

export interface MarkRule {
  tag: string;
  reads?: readonly string[];
  /** Marks that cannot apply together with this one. `*` means all but links. */
  excludes?: readonly string[];
  example: string;
}

/** All code about formatted text follows from these tables (docs/decisions/writing.md). */

const dir = {
  html: 'dir',
  check: { kind: 'one of', values: ['ltr', 'rtl'] },
} as const satisfies AttributeRule;
/** The id of a place to which links of the text lead. */
const place = { html: 'id', check: { kind: 'place' } } as const satisfies AttributeRule;
const span = (html: string, max: number) =>
  ({ html, check: { kind: 'whole', min: 2, max }, initial: '1' }) as const satisfies AttributeRule;
const simple = '(paragraph | bulletList | orderedList | picture)+';
const cell = {
  content: simple,
  attributes: { colspan: span('colspan', 20), rowspan: span('rowspan', 200) },
  isIsolating: true,
} as const;

/** The group `section` is only allowed at the top level, the group `block` also in list items and quotes. */
export const nodeRules = {
  doc: { tag: '', content: '(block | section)+', hasLooseText: true },
  paragraph: {
    tag: 'p',
    group: 'block',
    content: 'inline*',
    attributes: { place, dir },
    example: '<p dir="rtl">سلام</p>',
  },
  heading: {
    tag: 'h2',
    tags: { 2: 'h2', 3: 'h3', 4: 'h4' },
    group: 'block',
    content: 'inline*',
    attributes: { level: { check: { kind: 'one of', values: ['2', '3', '4'] } }, place, dir },
    reads: [
      { tag: 'h1', attributes: { level: '2' } },
      { tag: 'h5', attributes: { level: '4' } },
      { tag: 'h6', attributes: { level: '4' } },
    ],
    example: '<h3>Tools</h3>',
  },
  bulletList: {
    tag: 'ul',
    group: 'block',
    content: 'listItem+',
    attributes: { dir },
    reads: [{ tag: 'menu' }],
    example: '<ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul>',
  },
  orderedList: {
    tag: 'ol',
    group: 'block',
    content: 'listItem+',
    attributes: {
      start: { html: 'start', check: { kind: 'whole', min: 0, max: 999_999 }, initial: '1' },
      /** Letters or roman numerals. */
      type: { html: 'type', check: { kind: 'one of', values: ['a', 'A', 'i', 'I'] } },
      dir,
    },
    example: '<ol start="3"><li><p>Three</p></li></ol>',
  },
  listItem: { tag: 'li', content: 'block+', attributes: { place, dir }, hasLooseText: true },
  blockquote: {
    tag: 'blockquote',
    group: 'block',
    content: 'block+',
    attributes: { dir },
    hasLooseText: true,
    example: '<blockquote><p>So it is.</p></blockquote>',
  },
  attributedQuote: {
    tag: 'figure',
    fixed: { 'data-kind': 'quote' },
    group: 'section',
    content: 'blockquote caption',
    isIsolating: true,
    example:
      '<figure data-kind="quote"><blockquote><p>So it is.</p></blockquote><figcaption>Somebody</figcaption></figure>',
  },
  codeBlock: {
    tag: 'pre',
    group: 'block',
    content: 'text*',
    isCode: true,
    attributes: { language: { check: { kind: 'language' } } },
    reads: [{ tag: 'listing' }, { tag: 'xmp' }],
    example: '<pre><code class="language-sh">ls -l\n  # all</code></pre>',
  },
  horizontalRule: { tag: 'hr', group: 'block', isSeen: true, example: '<hr />' },
  table: {
    // An attribute, because ProseMirror's tables can only contain rows.
    tag: 'table',
    group: 'section',
    content: 'tableRow+',
    isIsolating: true,
    attributes: { caption: { check: { kind: 'words', max: 1000 } }, dir },
    example:
      '<table><caption>Prices</caption><thead><tr><th scope="col"><p>Item</p></th><th scope="col"><p>Price</p></th></tr></thead><tbody><tr><th scope="row"><p>Ink</p></th><td><p>9</p></td></tr><tr><td colspan="2"><p>All in euros</p></td></tr></tbody></table>',
  },
  tableRow: { tag: 'tr', content: '(tableCell | tableHeader)*' },
  tableCell: { tag: 'td', ...cell },
  /** Its `scope` is `col` in a row of header cells alone, and `row` in any other. */
  tableHeader: { tag: 'th', ...cell },
  picture: {
    tag: 'figure',
    fixed: { 'data-kind': 'picture' },
    group: 'block',
    content: 'image caption',
    attributes: {
      width: {
        html: 'data-width',
        check: { kind: 'one of', values: ['text', 'wide', 'full'] },
        initial: 'text',
      },
    },
    isIsolating: true,
    reads: [{ className: 'wp-caption' }],
    example:
      '<figure data-kind="picture" data-width="wide"><img data-media="12" alt="A mill"><figcaption>In 1908</figcaption></figure>',
  },
  gallery: {
    tag: 'figure',
    fixed: { 'data-kind': 'gallery' },
    group: 'section',
    content: 'image{2,9} caption',
    isIsolating: true,
    reads: [{ className: 'wp-block-gallery' }, { className: 'kg-gallery-card' }],
    example:
      '<figure data-kind="gallery"><img data-media="12" alt="A mill"><img data-media="13" alt=""><figcaption>Around</figcaption></figure>',
  },
  embed: {
    tag: 'figure',
    fixed: { 'data-kind': 'embed' },
    group: 'section',
    content: 'caption',
    attributes: { embed: { html: 'data-embed', check: { kind: 'embed' } } },
    isIsolating: true,
    isSeen: true,
    reads: [{ className: 'wp-block-embed' }, { className: 'kg-embed-card' }],
    example:
      '<figure data-kind="embed" data-embed="youtube:M7lc1UVf-VE"><figcaption>How a mill works</figcaption></figure>',
  },
  callout: {
    tag: 'aside',
    group: 'section',
    content: simple,
    isIsolating: true,
    attributes: {
      kind: { html: 'data-kind', check: { kind: 'one of', values: ['note', 'tip', 'warning'] } },
      dir,
    },
    reads: [{ className: 'kg-callout-card', attributes: { kind: 'note' } }],
    example: '<aside data-kind="tip"><p>Oil it.</p></aside>',
  },
  action: {
    tag: 'p',
    fixed: { 'data-kind': 'action' },
    group: 'section',
    content: 'text*',
    reads: [{ className: 'wp-block-button' }, { className: 'kg-button-card' }],
    example: '<p data-kind="action"><a href="/contact">Write to us</a></p>',
  },
  image: {
    tag: 'img',
    isSeen: true,
    attributes: {
      media: { html: 'data-media', check: { kind: 'whole', min: 1, max: 2_147_483_647 } },
      /** `''` for decoration. Absent if the text has no description for the picture. */
      alt: { html: 'alt', check: { kind: 'words', max: 250 } },
      /** The host of a pasted picture that the author still has to upload. Only drafts have such a placeholder. */
      absent: { html: 'data-absent', check: { kind: 'words', max: 253 } },
    },
  },
  caption: {
    tag: 'figcaption',
    content: 'inline*',
    attributes: { dir },
    reads: [{ className: 'wp-caption-text' }],
  },
} as const satisfies Record<string, NodeRule>;

export type NodeName = keyof typeof nodeRules;

export const markRules = {
  link: { tag: 'a', example: '<p><a href="https://a.example" rel="noopener noreferrer">a</a></p>' },
  bold: { tag: 'strong', reads: ['b'], example: '<p><strong>a</strong></p>' },
  italic: { tag: 'em', reads: ['i', 'cite', 'dfn'], example: '<p><em>a</em></p>' },
  underline: { tag: 'u', example: '<p><u>a</u></p>' },
  strike: { tag: 's', reads: ['del', 'strike'], example: '<p><s>a</s></p>' },
  subscript: { tag: 'sub', excludes: ['superscript'], example: '<p>H<sub>2</sub>O</p>' },
  superscript: { tag: 'sup', excludes: ['subscript'], example: '<p>m<sup>2</sup></p>' },
  code: { tag: 'code', reads: ['kbd', 'samp', 'tt'], excludes: ['*'], example: '<p><code>a</code></p>' },
} as const satisfies Record<string, MarkRule>;

/** Far above what people write. */
export const textLimits = {
  characters: 1_000_000,
  /** Blocks, line breaks, and runs of text with the same marks. */
  pieces: 50_000,
  /** Of nested blocks. Deeper ones move up. */
  depth: 24,
  attributes: 24,
  galleryImages: 9,
};
