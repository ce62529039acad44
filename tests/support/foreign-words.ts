/** Words of the company that the defaults describe. */
const foreign = /atrium|london|skylight|tanner|SE1 0CV|okafor|7946 0213|daylight in it/gi;

/**
 * Names that a browser uses and nobody reads: cookies, keys of its storage and of its database, and the client id that a provider of
 * single sign-on gets unless it is set. Also the time zone, which a list of all of them has.
 */
const technical = /atrium[-_:][a-z-]+|['"`]atrium['"`]|Europe\/London/g;

/** Returns the words of the other company in a text, with what surrounds them. */
export function foreignIn(text: string): string[] {
  const plain = text.replaceAll(technical, '');
  return [...plain.matchAll(foreign)].map(({ index }) => plain.slice(Math.max(0, index - 40), index + 40));
}
