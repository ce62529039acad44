/** The wildcard of a pattern, which matches any text. A pattern contains one wildcard, and its target at most one. */
export const wildcard = '*';

/**
 * Returns the part of the path that the `*` of a pattern matches, or undefined when the path does not match. Takes
 * linear time.
 */
export function matchPattern(pattern: string, path: string): string | undefined {
  const [before = '', after = ''] = pattern.split(wildcard);
  // `/shop/*` also matches `/shop`.
  if (after === '' && before === `${path}/`) return '';
  const isMatch =
    path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after);
  return isMatch ? path.slice(before.length, path.length - after.length) : undefined;
}

/**
 * Replaces the `*` of a target with the matched text. Encodes the text for the path, or for the query if the `*`
 * follows a `?` or `#`.
 */
export function fillTarget(target: string, text: string): string {
  const [before = '', after] = target.split(wildcard);
  if (after === undefined) return target;
  const isInQuery = /[?#]/.test(before);
  return (
    before +
    (isInQuery ? encodeURIComponent(text) : encodeURI(text).replaceAll(/[?#]/g, encodeURIComponent)) +
    after
  );
}

/** Compares two patterns. The pattern with the longer text comes first, because it is more specific. */
export function byExactness(a: { path: string }, b: { path: string }): number {
  return b.path.length - a.path.length || (a.path < b.path ? -1 : 1);
}
