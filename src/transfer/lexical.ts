import { z } from 'zod';
import { escapeXml } from '../shared/xml.ts';

/** Of Lexical, the format of Ghost's editor. Each type has other properties. */
interface Node {
  type?: string;
  tag?: string;
  text?: string;
  format?: number | string;
  url?: string;
  children?: Node[];
  [member: string]: unknown;
}

/** Deeper nodes are left out. */
const maxDepth = 60;

/** The marks by the bits of `format`. */
const lexicalMarks = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
] as const;

/** For a post that Ghost exported only in the format of its editor. `''` if it cannot be read. */
export function htmlOfLexical(lexical: string): string {
  try {
    const { root } = JSON.parse(lexical) as { root?: Node };
    return root ? inner(root, 0) : '';
  } catch {
    return '';
  }
}

/** Lexical and Mobiledoc store cards alike. `''` for an unknown one. */
function htmlOfCard(type: string, card: Record<string, unknown>): string {
  return elements[type]?.(card, '', (name) => textOf(card[name])) ?? '';
}

function inner({ children }: Node, depth: number): string {
  if (!Array.isArray(children) || depth > maxDepth) return '';
  return children.map((node) => htmlOf(node, depth + 1)).join('');
}

function htmlOf(node: Node, depth: number): string {
  const type = String(node.type ?? '').replace(/^extended-/, '');
  const element = elements[type];
  if (element) return element(node, inner(node, depth), (name) => textOf(node[name]));
  return inner(node, depth);
}

type Element = (node: Node, inside: string, text: (name: string) => string) => string;

const elements: Readonly<Record<string, Element>> = {
  text: ({ text, format }) => withMarks(escapeXml(String(text ?? '')), Number(format) || 0),
  linebreak: () => '<br>',
  tab: () => ' ',
  paragraph: (_, inside) => `<p>${inside}</p>`,
  heading: ({ tag }, inside) => within(/^h[1-6]$/.test(String(tag)) ? String(tag) : 'h2', inside),
  quote: (_, inside) => within('blockquote', inside),
  aside: (_, inside) => within('blockquote', inside),
  list: ({ tag }, inside) => within(tag === 'ol' ? 'ol' : 'ul', inside),
  listitem: (_, inside) => within('li', inside),
  link: ({ url }, inside) => linkOf(String(url ?? ''), inside),
  autolink: ({ url }, inside) => linkOf(String(url ?? ''), inside),
  horizontalrule: () => '<hr>',
  image: (_, __, text) => figure(imageOf(text('src'), text('alt')), text('caption')),
  gallery: ({ images, caption }) => {
    const pictures = (Array.isArray(images) ? images : []) as Node[];
    const shown = pictures.map(({ src, alt }) => imageOf(textOf(src), textOf(alt))).join('');
    return figure(shown, textOf(caption), 'kg-gallery-card');
  },
  html: (_, __, text) => text('html'),
  // Markdown, most of which is readable without conversion.
  markdown: (_, __, text) => paragraphs(text('markdown')),
  codeblock: (_, __, text) => {
    const language = text('language').replaceAll(/[^\w-]/g, '');
    const code = `<code${language && ` class="language-${language}"`}>${escapeXml(text('code'))}</code>`;
    return `<pre>${code}</pre>${caption(text('caption'))}`;
  },
  callout: (_, __, text) => `<div class="kg-callout-card"><p>${text('calloutText')}</p></div>`,
  toggle: (_, __, text) =>
    `<div class="kg-card kg-toggle-card"><h4>${text('heading')}</h4><div>${text('content')}</div></div>`,
  button: (_, __, text) => buttonOf(text('buttonUrl'), text('buttonText')),
  bookmark: ({ metadata, url }, _, text) => {
    const { title } = (metadata ?? {}) as Node;
    return `<p>${linkOf(String(url ?? ''), escapeXml(textOf(title) || String(url ?? '')))}</p>${caption(text('caption'))}`;
  },
  embed: (_, __, text) =>
    `<figure class="kg-embed-card"><iframe src="${escapeXml(text('url'))}"></iframe>${figcaption(text('caption'))}</figure>`,
  video: (_, __, text) => fileOf(text('src'), text('fileName') || text('title'), text('caption')),
  audio: (_, __, text) => fileOf(text('src'), text('title'), ''),
  file: (_, __, text) => fileOf(text('src'), text('fileTitle') || text('fileName'), text('fileCaption')),
  header: (_, __, text) =>
    `${within('h2', text('header'))}${within('p', text('subheader'))}${buttonOf(text('buttonUrl'), text('buttonText'))}`,
  signup: (_, __, text) => `${within('h2', text('header'))}${within('p', text('subheader'))}`,
  product: (_, __, text) =>
    [
      text('productImageSrc') && figure(imageOf(text('productImageSrc'), ''), ''),
      within('h3', text('productTitle')),
      text('productDescription'),
      buttonOf(text('productUrl'), text('productButton')),
    ].join(''),
  email: () => '',
  'email-cta': () => '',
  'call-to-action': (_, __, text) => `${text('textValue')}${buttonOf(text('buttonUrl'), text('buttonText'))}`,
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function within(tag: string, html: string): string {
  return html ? `<${tag}>${html}</${tag}>` : '';
}

function withMarks(html: string, format: number): string {
  return lexicalMarks.reduce((text, [bit, tag]) => (format & bit ? `<${tag}>${text}</${tag}>` : text), html);
}

function linkOf(url: string, inside: string): string {
  return `<a href="${escapeXml(url)}">${inside}</a>`;
}

function imageOf(src: string, alt: string): string {
  return `<img src="${escapeXml(src)}" alt="${escapeXml(alt)}">`;
}

function figure(inside: string, text: string, className = ''): string {
  return `<figure${className && ` class="${className}"`}>${inside}${figcaption(text)}</figure>`;
}

function figcaption(text: string): string {
  return within('figcaption', text);
}

function caption(text: string): string {
  return within('p', text);
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeXml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

function buttonOf(url: string, label: string): string {
  return url && label ? `<p class="kg-button-card">${linkOf(url, escapeXml(label))}</p>` : '';
}

function fileOf(src: string, name: string, text: string): string {
  return src ? `<p>${linkOf(src, escapeXml(name || src))}</p>${caption(text)}` : caption(text);
}

/** The format of Ghost's editor before version 5. */
const Mobiledoc = z.object({
  atoms: z.array(z.tuple([z.string(), z.string()], z.unknown())).default([]),
  cards: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])).default([]),
  markups: z.array(z.tuple([z.string()], z.array(z.string()))).default([]),
  sections: z.array(z.tuple([z.number()], z.unknown())),
});
type Mobiledoc = z.output<typeof Mobiledoc>;
const Markers = z.array(
  z.tuple([z.number(), z.array(z.number()), z.number(), z.union([z.string(), z.number()])]),
);

/** Of cards that Lexical has under another name. */
const cardNames: Readonly<Record<string, string>> = {
  'card-markdown': 'markdown',
  code: 'codeblock',
  hr: 'horizontalrule',
};
const mobiledocMarks: ReadonlySet<string> = new Set([
  'a',
  'strong',
  'b',
  'em',
  'i',
  's',
  'u',
  'code',
  'sub',
  'sup',
]);
const blocks: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'aside']);
const [markup, image, list, card] = [1, 2, 3, 10];

/** For a post that Ghost exported only in the format of its earlier editor. `''` if it cannot be read. */
export function htmlOfMobiledoc(mobiledoc: string): string {
  try {
    const document = Mobiledoc.parse(JSON.parse(mobiledoc));
    return document.sections.map((section) => htmlOfSection(section, document)).join('');
  } catch {
    return '';
  }
}

function htmlOfSection([type, ...rest]: [number, ...unknown[]], document: Mobiledoc): string {
  const [first, second] = rest;
  if (type === markup) {
    const tag = blocks.has(String(first).toLowerCase()) ? String(first).toLowerCase() : 'p';
    return `<${tag}>${htmlOfMarkers(second, document)}</${tag}>`;
  }
  if (type === image) return `<figure><img src="${escapeXml(String(first))}" alt=""></figure>`;
  if (type === list) {
    const tag = first === 'ol' ? 'ol' : 'ul';
    const items = z.array(z.unknown()).parse(second);
    return `<${tag}>${items.map((item) => `<li>${htmlOfMarkers(item, document)}</li>`).join('')}</${tag}>`;
  }
  const [name, payload] = (type === card && document.cards[Number(first)]) || ['', {}];
  return htmlOfCard(cardNames[name] ?? name, payload);
}

function htmlOfMarkers(markers: unknown, { atoms, markups }: Mobiledoc): string {
  const open: string[] = [];
  const parts: string[] = [];
  for (const [type, begins, ends, value] of Markers.parse(markers)) {
    for (const at of begins) {
      const [tag = '', attributes = []] = markups[at] ?? [];
      const name = mobiledocMarks.has(tag.toLowerCase()) ? tag.toLowerCase() : 'span';
      const href = attributes[attributes.indexOf('href') + 1] ?? '';
      parts.push(name === 'a' ? `<a href="${escapeXml(href)}">` : `<${name}>`);
      open.push(name);
    }
    const [atom = '', text = ''] = (type === 1 && atoms[Number(value)]) || [];
    parts.push(type === 0 ? escapeXml(String(value)) : atom === 'soft-return' ? '<br>' : escapeXml(text));
    for (let count = 0; count < ends && open.length > 0; count += 1) parts.push(`</${open.pop()}>`);
  }
  return (
    parts.join('') +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}
