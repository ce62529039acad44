import { pictureStemOf } from '../../../src/shared/library-files.ts';

/**
 * A text or a picture of a form that a page may show. `path` is the path of the field, for example
 * `about.heading` or `services.0.title`.
 */
export interface ShownText {
  path: string;
  text: string;
  /** The path of the picture, if the field contains a picture. `text` is then empty. */
  picture?: string;
  /** Whether the text is outside the `main` element of the page, for example in the header or the footer. */
  isAround?: boolean;
  /**
   * Whether the value is only a placeholder such as `{company}`, for which the page shows the text of another
   * field.
   */
  isPlaceholder?: boolean;
  /** Whether the field decides which drawings the page shows. `text` is then empty. */
  isForDrawings?: boolean;
}

export const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the text of each block and the path of each picture in a formatted text. Empty blocks are left out. */
export function partsOfHtml(html: string): Omit<ShownText, 'path'>[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const pictures = [...body.querySelectorAll('img')].map((image) => ({
    text: '',
    picture: (image.getAttribute('src') ?? '').replace(/^\//, ''),
  }));
  const blocks = [...body.querySelectorAll('p, li, h1, h2, h3, h4, td, th, pre, blockquote, figcaption')];
  return [
    ...pictures,
    ...blocks
      .map((block) => ({ text: collapseSpaces(block.textContent ?? '') }))
      .filter(({ text }) => text !== ''),
  ];
}

/** The number of elements whose texts are compared: the clicked element and its nearest ancestors. */
const maxDepth = 4;

/** If the two texts are not equal, a field's text must have at least this share of the clicked text's length. */
const minShare = 1 / 5;
const minLetters = 3;

/**
 * Returns the path of the field whose text or picture somebody has clicked. `element` is the clicked element,
 * and `node` is the clicked text in this element. If no field has exactly this text, the texts of the nearest
 * ancestors are compared too. Returns undefined if no field matches.
 */
export function fieldPathAt(
  texts: readonly ShownText[],
  element: Element,
  node?: Node | null,
): string | undefined {
  if (element.localName === 'img') return pathOfPicture(texts, element.getAttribute('src') ?? '');
  const isAround = element.closest('main') === null;
  // If several fields have the same text, prefers a field whose value is not a placeholder. Among these fields, prefers
  // one in the same part of the page as the clicked element (inside or outside `main`).
  const distance = (shown: ShownText) =>
    (shown.isPlaceholder ? 2 : 0) + ((shown.isAround ?? false) === isAround ? 0 : 1);
  for (const line of linesAt(element, node)) {
    const found = texts.filter(({ text }) => text === line);
    const [nearest] = found.toSorted((one, other) => distance(one) - distance(other));
    if (nearest) return nearest.path;
  }
  return undefined;
}

/**
 * Returns the path of the field with the longest text that is only a part of the clicked text, such as the city in
 * '44137 Dortmund'. The field's text must have at least three letters, and at least a fifth of the length of the
 * clicked text. Returns undefined if no field matches.
 */
export function fieldPathOfPartialText(
  texts: readonly ShownText[],
  element: Element,
  node?: Node | null,
): string | undefined {
  const [line = ''] = linesAt(element, node);
  const [longest] = texts
    .filter(({ text }) => text.length >= Math.max(minLetters, minShare * line.length) && line.includes(text))
    .toSorted((one, other) => other.text.length - one.text.length);
  return longest?.path;
}

/**
 * Returns the texts of a text node, of an element, and of the element's nearest ancestors. Empty texts are
 * left out.
 */
function linesAt(element: Element, node: Node | null | undefined): string[] {
  const lines = [node?.nodeType === Node.TEXT_NODE ? node.textContent : ''];
  let place: Element | null = element;
  for (let depth = 0; place && depth < maxDepth; depth += 1, place = place.parentElement)
    lines.push(place.textContent);
  return lines.map((line) => collapseSpaces(line ?? '')).filter(Boolean);
}

/**
 * Returns the path of the field of a picture. The page may show the picture in another size, whose file name
 * has the same stem. For a drawing, returns the path of the field that decides which drawings the page shows.
 */
function pathOfPicture(texts: readonly ShownText[], address: string): string | undefined {
  const said = pictureStemOf(address.replace(/^\//, ''));
  const stored = texts.find(
    ({ picture }) => picture && (address === picture || pictureStemOf(picture) === said),
  );
  const drawn = /\.svg$/.test(address) ? texts.find(({ isForDrawings }) => isForDrawings) : undefined;
  return (stored ?? drawn)?.path;
}

/** Returns the innermost elements of a page whose whole text is one of `texts`. */
export function elementsWithText(page: Document, texts: ReadonlySet<string>): HTMLElement[] {
  const all = [...page.body.querySelectorAll<HTMLElement>('*')];
  const found = all.filter((element) => texts.has(collapseSpaces(element.textContent ?? '')));
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}
