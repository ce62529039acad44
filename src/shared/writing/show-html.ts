import type { MediaFacts } from '../media.ts';
import { toneKeywordsOf } from '../picture-tone.ts';
import { hasRightToLeftLetters } from '../text-direction.ts';
import { embedFacts } from './links-and-embeds.ts';
import { withoutPicturePlaceholders } from './pictures-in-text.ts';

export type ShownPicture = Pick<
  MediaFacts,
  'url' | 'width' | 'height' | 'colour' | 'alt' | 'sources' | 'focal'
>;

export interface ShowOptions {
  texts: ShownTexts;
  /** The first picture of the text is that of the page, which browsers load first. */
  isFirstHigh?: boolean;
  /** The page already states the direction, so blocks need no `dir=auto`. */
  isRightToLeft?: boolean;
  /** For feed readers, which have neither the styles nor the script of the site. */
  isPlain?: boolean;
}

interface ShownTexts {
  video: string;
  playsFrom(provider: string): string;
  /** The accessible name of a table without a caption. */
  table: string;
}

const sizes = {
  text: '(min-width: 60rem) 42rem, 92vw',
  wide: '(min-width: 60rem) 60rem, 92vw',
  full: '100vw',
  gallery: '(min-width: 60rem) 21rem, 46vw',
};
/** The ratio of height to width from which a picture is tall: at full width, it would not fit on most screens. */
const tallFrom = 1.15;
const figure = /<figure data-kind="(picture|gallery|embed)"([^<>]*)>(.*?)<\/figure>/gs;
const image = /<img data-media="(\d+)"(?: alt="([^"]*)")?>/g;

/** As a page shows stored HTML. A picture that is not in `facts` is left out. */
export function renderWriting(
  html: string,
  facts: ReadonlyMap<number, ShownPicture>,
  { texts, isFirstHigh = false, isRightToLeft = false, isPlain = false }: ShowOptions,
): string {
  let isHigh = isFirstHigh;
  const showImage = (id: string, alt: string | undefined, width: keyof typeof sizes) => {
    const known = facts.get(Number(id));
    if (!known) return '';
    const shown = imageOf(known, alt, { sizes: sizes[width], isHigh, isPlain });
    isHigh = false;
    return shown;
  };
  const showFigure = (_: string, kind: string, attributes: string, inner: string) => {
    if (kind === 'embed') return embedCard(attributes, inner, texts, isPlain);
    const width = kind === 'gallery' ? 'gallery' : widthIn(attributes);
    let [count, isTall] = [0, false];
    const shown = inner.replaceAll(image, (_, id: string, alt: string | undefined) => {
      const one = showImage(id, alt, width);
      const { width: wide = 0, height = 0 } = facts.get(Number(id)) ?? {};
      if (one) count += 1;
      isTall = height > wide * tallFrom;
      return one;
    });
    if (count === 0) return '';
    const shape = kind === 'gallery' ? ` data-count="${count}"` : isTall ? ' data-tall' : '';
    return `<figure data-kind="${kind}"${attributes}${isPlain ? '' : shape}>${shown}</figure>`;
  };
  const shown = withoutPicturePlaceholders(html).replaceAll(figure, showFigure);
  if (isPlain) return shown;
  const framed = shown
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(/<table( dir="\w+")?>(<caption>.*?<\/caption>)?/g, (table, _, caption?: string) => {
      const name = caption ? caption.slice('<caption>'.length, -'</caption>'.length) : texts.table;
      // A group, because a text may have several tables with the same name, and landmarks must differ.
      return `<div class="table-frame" role="group" aria-label="${name.replaceAll('"', '&quot;')}" tabindex="0">${table}`;
    })
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<aside ', '<aside role="note" ');
  return !isRightToLeft && hasRightToLeftLetters(html) ? withDirections(framed) : framed;
}

/** For readers elsewhere. */
export function withWholeAddresses(html: string, publicUrl: string): string {
  return html.replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`);
}

function widthIn(attributes: string): 'text' | 'wide' | 'full' {
  return attributes.includes('="wide"') ? 'wide' : attributes.includes('="full"') ? 'full' : 'text';
}

interface ImageOptions {
  sizes: string;
  isHigh: boolean;
  isPlain: boolean;
}

/** `alt` is escaped HTML. Without it, the picture has the alternative text of the library. */
function imageOf(known: ShownPicture, alt: string | undefined, options: ImageOptions): string {
  const { url, width, height, colour, sources, focal } = known;
  const altText = alt ?? escaped(known.alt ?? '');
  const facts = `src="${escaped(url)}" alt="${altText}" width="${width}" height="${height}"`;
  if (options.isPlain) return `<img ${facts}>`;
  const haste = options.isHigh ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"';
  const isMiddle = focal.x === 5 && focal.y === 5;
  const names = isMiddle ? '' : ` class="fx-${focal.x} fy-${focal.y}"`;
  const others = sources.map(
    ({ type, srcset }) => `<source type="${type}" srcset="${escaped(srcset)}" sizes="${options.sizes}">`,
  );
  return `<picture>${others.join('')}<img${names} data-tone="${toneKeywordsOf(colour)}" ${facts} ${haste}></picture>`;
}

/** Nothing is loaded from the provider until the visitor clicks and the page's script inserts the frame. */
function embedCard(attributes: string, inner: string, texts: ShownTexts, isPlain: boolean): string {
  const facts = embedFacts(/data-embed="([^"]*)"/.exec(attributes)?.[1] ?? '');
  if (!facts) return '';
  const [, title = texts.video] = /<figcaption[^>]*>(.*)<\/figcaption>/s.exec(inner) ?? [];
  const text = title.replaceAll(/<[^<>]*>/g, '').trim() || texts.video;
  const href = `href="${escaped(facts.page)}" rel="noopener noreferrer"`;
  if (isPlain) return `<p><a ${href}>${text}</a></p>`;
  const source = escaped(texts.playsFrom(facts.provider));
  return `<figure data-kind="embed"><a class="embed-card" ${href} data-frame="${escaped(facts.frame)}"><span class="embed-title">${text}</span><span class="embed-source">${source}</span></a></figure>`;
}

const blocks = /<(\/?)(p|h[2-4]|ul|ol|blockquote|table|aside|figcaption)((?: [^<>]*)?)>/g;

/** For the outermost blocks. `dir=auto` ignores descendants with a `dir` of their own. */
function withDirections(html: string): string {
  let depth = 0;
  return html.replaceAll(blocks, (tag, end: string, name: string, attributes: string) => {
    if (end) {
      depth -= 1;
      return tag;
    }
    depth += 1;
    return depth === 1 && !/ dir="/.test(attributes) ? `<${name}${attributes} dir="auto">` : tag;
  });
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
