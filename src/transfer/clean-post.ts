import { cleanContent } from '../modules/blog/clean-content.ts';

/** Elements whose text stays as paragraphs of its own. */
const boxes =
  'div|section|article|aside|header|footer|main|nav|figure|figcaption|address|center|dl|dt|dd|details|summary|h5|h6';
/** Only the element goes, its words stay and nobody misses it. */
const unnoticed = new Set([
  ...boxes.split('|'),
  ...[
    'html',
    'head',
    'body',
    'span',
    'font',
    'big',
    'tbody',
    'thead',
    'tfoot',
    'tr',
    'td',
    'th',
    'caption',
    'col',
    'colgroup',
  ],
  ...[
    'abbr',
    'acronym',
    'cite',
    'q',
    'ins',
    'del',
    'mark',
    'small',
    'kbd',
    'var',
    'samp',
    'tt',
    'time',
    'dfn',
    'bdi',
    'bdo',
  ],
  ...['picture', 'source', 'wbr', 'b', 'i', 'strike', 'h1'],
]);
const kept = new Set([
  ...[
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'hr',
    'br',
    'strong',
    'em',
    'u',
    's',
  ],
  ...['a', 'sub', 'sup'],
]);

const became: Record<string, string> = {
  table: 'became lines of text',
  iframe: 'became a link',
  embed: 'became a link',
};

/** A post's content as the site takes it, what cleaning it removed, in words, and the pictures that stood in it. */
export interface CleanedPost {
  /** `''` when nothing readable is left. */
  content: string;
  notes: string[];
  pictures: { address: string; alt: string }[];
}

/** Cleans the content of another site to our allow-list. */
export async function cleanPost(html: string): Promise<CleanedPost> {
  const lost = new Map<string, { count: number; addresses: Set<string> }>();
  const pictures: CleanedPost['pictures'] = [];
  // Loaded on first use, as it is where content is cleaned.
  const { default: sanitize } = await import('sanitize-html');
  sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (element, { src, data, alt, href }) => {
      const isBadLink =
        element === 'a' &&
        href &&
        /^\s*[a-z][a-z\d+.-]*:/i.test(href) &&
        !/^\s*(https?|mailto|tel):/i.test(href);
      const name = isBadLink ? 'link' : element;
      if (name === 'img' && src) pictures.push({ address: src, alt: alt ?? '' });
      if (kept.has(name) || unnoticed.has(name)) return;
      const one = lost.get(name) ?? { count: 0, addresses: new Set() };
      one.count += 1;
      const address = src ?? data;
      if (address) one.addresses.add(address.length > 300 ? `${address.slice(0, 300)}…` : address);
      lost.set(name, one);
    },
  });
  const content = await cleanContent(withoutBoxes(html));
  const notes = [...lost].map(([name, { count, addresses }]) => {
    const what = `${name} ${became[name] ?? 'removed'}`;
    return `${count} × ${[what, ...addresses].join(' ')}`;
  });
  return {
    content: content.replaceAll(/<p>(?:\s|&nbsp;|\u00a0|<br\s*\/?>)*<\/p>\s*/g, '').trim(),
    notes,
    pictures,
  };
}

/**
 * Puts paragraphs in place of boxes and table rows, so that words which stood apart do not run together when the boxes go;
 * what is played in place becomes a link.
 */
function withoutBoxes(html: string): string {
  return html
    .replaceAll(
      /<(?:iframe|embed)\b[^>]*?\bsrc\s*=\s*["']?((?:https?:)?\/\/[^\s"'>]+)[^>]*>/gi,
      (_, src: string) => {
        const address = (src.startsWith('//') ? `https:${src}` : src).replaceAll('<', '%3C');
        return `<p><a href="${address}">${address}</a></p>`;
      },
    )
    .replaceAll(/<\/iframe\s*>/gi, '')
    .replaceAll(/<\/t[dh]\s*>\s*<t[dh]\b[^>]*>/gi, ' | ')
    .replaceAll(/<(\/?)tr\b[^>]*>/gi, '<$1p>')
    .replaceAll(new RegExp(`<(/?)(?:${boxes})\\b[^>]*>`, 'gi'), '<$1p>');
}

/** HTML as text in one line. */
export async function toPlainText(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  const apart = html.replaceAll(/<\/(?:p|li|h\d|div|blockquote|pre|tr)\s*>|<br\s*\/?>/gi, ' $&');
  return sanitize(apart, { allowedTags: [] })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
}

/** The beginning of a text, at most `max` characters long, ending with a whole word and a mark that there is more. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = cut.replace(/\s+\S*$/, '');
  return `${words.length > max / 2 ? words : cut}…`;
}
