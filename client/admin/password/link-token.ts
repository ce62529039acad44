interface Place {
  search: string;
  hash: string;
}

/** The secret of a link. Behind the `#` it reaches no server's log; a link that was rewritten may carry it as a query. */
export function readLinkToken({ search, hash }: Place): string | undefined {
  const places = [hash.slice(1), search];
  const tokens = places.map((text) => new URLSearchParams(text).get('token')?.trim());
  return tokens.find(Boolean);
}
