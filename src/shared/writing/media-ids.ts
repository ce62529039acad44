const named = /<img data-media="([1-9]\d{0,9})"/g;
const maxId = 2 ** 31 - 1;

/** Returns the ids of the library's pictures in stored HTML, without duplicates. Stored HTML is canonical. */
export function mediaIdsOf(html: string): number[] {
  const ids = [...html.matchAll(named)].map(([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** Gives the pictures in stored HTML other ids. An id of 0 shows nothing. */
export function withMediaIds(html: string, idOf: (id: number) => number): string {
  return html.replaceAll(named, (_, id) => `<img data-media="${idOf(Number(id))}"`);
}

const undescribed = /<img data-media="([1-9]\d{0,9})">/g;

/** Returns the id of each picture of which the text says nothing. */
export function undescribedIn(html: string): number[] {
  return Array.from(html.matchAll(undescribed), ([, id]) => Number(id)).filter((id) => id <= maxId);
}
