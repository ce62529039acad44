interface Place {
  search: string;
  hash: string;
}

/**
 * Returns the token of a link. It is usually behind the `#`, which never reaches a server log. Mail programs
 * that rewrite links may move it to the query.
 */
export function readLinkToken({ search, hash }: Place): string | undefined {
  const places = [hash.slice(1), search];
  const tokens = places.map((text) => new URLSearchParams(text).get('token')?.trim());
  return tokens.find(Boolean);
}
