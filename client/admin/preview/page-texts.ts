import { stemOf } from '../../../src/shared/picture-stem.ts';

/** A text of the form as a page shows it. The path leads to its field: `about.heading`, `services.0.title`. */
export interface ShownText {
  path: string;
  text: string;
  /** The stored path of a picture. It has no text. */
  picture?: string;
}

export const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The number of elements allowed between the click and the element with the whole text. */
const maxDepth = 4;

/** Returns the path of the field whose text or picture an element or one of its nearest ancestors shows. */
export function pathAt(texts: readonly ShownText[], element: Element): string | undefined {
  if (element.localName === 'img') return pathOfPicture(texts, element.getAttribute('src') ?? '');
  let place: Element | null = element;
  for (let depth = 0; place && depth < maxDepth; depth += 1, place = place.parentElement) {
    const said = normalized(place.textContent ?? '');
    const found = said && texts.find(({ text }) => text === said);
    if (found) return found.path;
  }
  return undefined;
}

/** A page shows a picture as it is or in another size, which has the same stem. */
function pathOfPicture(texts: readonly ShownText[], address: string): string | undefined {
  const said = stemOf(address.replace(/^\//, ''));
  return texts.find(({ picture }) => picture && (address === picture || stemOf(picture) === said))?.path;
}

/** Returns the innermost elements of a page whose whole text is one of these. */
export function elementsWith(page: Document, texts: ReadonlySet<string>): HTMLElement[] {
  const all = [...page.body.querySelectorAll<HTMLElement>('*')];
  const found = all.filter((element) => texts.has(normalized(element.textContent ?? '')));
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}
