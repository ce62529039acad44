/** A text of the form as a page shows it. The path leads to its field: `about.heading`, `services.0.title`. */
export interface ShownText {
  path: string;
  text: string;
}

export const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The number of elements allowed between the click and the element with the whole text. */
const maxDepth = 4;

/** Returns the path of the text of an element or of a close ancestor. */
export function pathAt(texts: readonly ShownText[], element: Element): string | undefined {
  let place: Element | null = element;
  for (let depth = 0; place && depth < maxDepth; depth += 1, place = place.parentElement) {
    const said = normalized(place.textContent ?? '');
    const found = texts.find(({ text }) => text === said);
    if (found) return found.path;
  }
  return undefined;
}

/** Returns the innermost elements of a page whose whole text is one of these. */
export function elementsWith(page: Document, texts: ReadonlySet<string>): HTMLElement[] {
  const all = [...page.body.querySelectorAll<HTMLElement>('*')];
  const found = all.filter((element) => texts.has(normalized(element.textContent ?? '')));
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}
