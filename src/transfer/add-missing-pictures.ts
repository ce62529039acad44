import { topLevel } from './html-parts.ts';

const figureOrImage = /<figure data-kind="(?:picture|gallery)"[^<>]*>[\s\S]*?<\/figure>|<img [^<>]*>/g;
const figureOrToken = new RegExp(`${figureOrImage.source}|<[^<>]*>|[^<>]+`, 'g');
const imageId = /<img [^<>]*?data-media="(\d+)"/g;

/**
 * `complete` is the text of the other site. Each picture goes to its place among the words, even if staff
 * have changed others, or behind the last part that both have. No word changes.
 */
export function addMissingPictures(stored: string, complete: string, missing: ReadonlySet<number>): string {
  const parts = topLevel(stored);
  const tokens = parts.map((part) => tokensOf(part.trim(), missing));
  const before: string[][] = [...parts.map(() => []), []];
  let next = 0;
  for (const part of topLevel(complete).map((each) => each.trim())) {
    const pictures = missingIn(part, missing);
    const isPicture = pictures.join('') === part;
    const wanted = tokensOf(part, missing);
    const at = isPicture
      ? -1
      : tokens.findIndex((own, index) => index >= next && merge(own, wanted, missing) !== undefined);
    if (at === -1) before[next]!.push(...pictures);
    else {
      const [space] = /^\s*/.exec(parts[at]!)!;
      parts[at] = space + merge(tokens[at]!, wanted, missing)!;
      next = at + 1;
    }
  }
  return before.map((pictures, at) => pictures.join('') + (parts[at] ?? '')).join('');
}

/** Figures that show only missing pictures. */
function missingIn(html: string, missing: ReadonlySet<number>): string[] {
  return (html.match(figureOrImage) ?? []).flatMap((whole) => {
    if (isMissing(whole, missing)) return [whole];
    const images = (whole.match(/<img [^<>]*>/g) ?? []).filter((image) => isMissing(image, missing));
    return images.map((image) => `<figure data-kind="picture">${image}</figure>`);
  });
}

function isMissing(html: string, missing: ReadonlySet<number>): boolean {
  const ids = Array.from(html.matchAll(imageId), ([, id]) => Number(id));
  return ids.length > 0 && ids.every((id) => missing.has(id));
}

/** Undefined if the two differ in more than pictures and the addresses of links. */
function merge(
  stored: readonly string[],
  complete: readonly string[],
  missing: ReadonlySet<number>,
): string | undefined {
  const result: string[] = [];
  let at = 0;
  for (const token of complete) {
    if (isMissing(token, missing)) result.push(token);
    else if (at < stored.length && withoutAddress(stored[at]!) === withoutAddress(token))
      result.push(stored[at++]!);
    else return undefined;
  }
  return at === stored.length ? result.join('') : undefined;
}

/** A figure with only missing pictures is one token. */
function tokensOf(html: string, missing: ReadonlySet<number>): string[] {
  return (html.match(figureOrToken) ?? []).flatMap((token) =>
    token.endsWith('</figure>') && !isMissing(token, missing)
      ? (token.match(/<[^<>]*>|[^<>]+/g) ?? [])
      : [token],
  );
}

function withoutAddress(token: string): string {
  return /^<(?:a|img) /.exec(token)?.[0] ?? token;
}
