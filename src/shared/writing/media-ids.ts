const mediaImage = /<img data-media="([1-9]\d{0,9})"/g;
const maxId = 2 ** 31 - 1;

/** Each once. Stored HTML is canonical, so no parser is needed. */
export function mediaIdsOf(html: string): number[] {
  const ids = [...html.matchAll(mediaImage)].map(([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** A picture for which `idOf` returns 0 is never shown. */
export function withMediaIds(html: string, idOf: (id: number) => number): string {
  return html.replaceAll(mediaImage, (_, id) => `<img data-media="${idOf(Number(id))}"`);
}

const absent = /<img(?: alt="[^"]*")? data-absent="[^"]*">/g;

/** Placeholders are for pictures that the author still has to upload. */
export function countPicturePlaceholders(html: string): number {
  return html.match(absent)?.length ?? 0;
}

export function withoutPicturePlaceholders(html: string): string {
  return html.replaceAll(absent, '');
}

const undescribed = /<img data-media="([1-9]\d{0,9})">/g;

/** Pictures without an alternative text in the HTML. */
export function undescribedMediaIds(html: string): number[] {
  return Array.from(html.matchAll(undescribed), ([, id]) => Number(id)).filter((id) => id <= maxId);
}

const described = /<img data-media="([1-9]\d{0,9})" alt="([^"]+)"/g;
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Alternative texts by id. Of several for a picture, the first counts. */
export function mediaDescriptions(html: string): Map<number, string> {
  const texts = Array.from(html.matchAll(described), ([, id, alt]): [number, string] => [
    Number(id),
    alt!.replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name]!),
  ]);
  return new Map(texts.filter(([id]) => id <= maxId).reverse());
}
