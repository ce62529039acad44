import { pictureStemOf } from '../../../src/shared/library-files.ts';

/** `path` is such as `about.heading` or `services.0.title`. */
export interface ShownText {
  path: string;
  text: string;
  /** `text` is then empty. */
  picture?: string;
  /** Outside the page's `main`, such as in the header. */
  isAround?: boolean;
  /** Such as `{company}`, for which the page shows another field's text. */
  isPlaceholder?: boolean;
  /** The field decides which drawings the page shows. `text` is then empty. */
  isForDrawings?: boolean;
}

export const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Empty blocks are left out. */
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

const maxDepth = 4;

/** The least share of the clicked text that a field's unequal text must have. */
const minShare = 1 / 5;
const minLetters = 3;

/** Compares the clicked text, then those of the nearest ancestors. */
export function fieldPathAt(
  texts: readonly ShownText[],
  element: Element,
  node?: Node | null,
): string | undefined {
  if (element.localName === 'img') return pathOfPicture(texts, element.getAttribute('src') ?? '');
  const isAround = element.closest('main') === null;
  // Of equal texts, prefers one that is no placeholder, then one in the same part of the page.
  const distance = (shown: ShownText) =>
    (shown.isPlaceholder ? 2 : 0) + ((shown.isAround ?? false) === isAround ? 0 : 1);
  for (const line of linesAt(element, node)) {
    const equal = texts.filter(({ text }) => text === line);
    const [nearest] = equal.toSorted((one, other) => distance(one) - distance(other));
    if (nearest) return nearest.path;
  }
  return undefined;
}

/**
 * Finds the longest text that is a part of the clicked one, such as the city in '44137 Dortmund': at least three
 * letters and a fifth of it.
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

function linesAt(element: Element, node: Node | null | undefined): string[] {
  const lines = [node?.nodeType === Node.TEXT_NODE ? node.textContent : ''];
  let place: Element | null = element;
  for (let depth = 0; place && depth < maxDepth; depth += 1, place = place.parentElement)
    lines.push(place.textContent);
  return lines.map((line) => collapseSpaces(line ?? '')).filter(Boolean);
}

/** The page may show another size, whose file name has the same stem. */
function pathOfPicture(texts: readonly ShownText[], address: string): string | undefined {
  const stem = pictureStemOf(address.replace(/^\//, ''));
  const stored = texts.find(
    ({ picture }) => picture && (address === picture || pictureStemOf(picture) === stem),
  );
  const drawn = /\.svg$/.test(address) ? texts.find(({ isForDrawings }) => isForDrawings) : undefined;
  return (stored ?? drawn)?.path;
}

/** The innermost elements whose whole text is one of `texts`. */
export function elementsWithText(page: Document, texts: ReadonlySet<string>): HTMLElement[] {
  const all = [...page.body.querySelectorAll<HTMLElement>('*')];
  const elements = all.filter((element) => texts.has(collapseSpaces(element.textContent ?? '')));
  return elements.filter(
    (element) => !elements.some((other) => other !== element && element.contains(other)),
  );
}
