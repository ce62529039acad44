/** Words of the sample company in the defaults. */
const foreign = /atrium|london|skylight|tanner|SE1 0CV|okafor|7946 0213|daylight in it/gi;

/**
 * Names that a browser uses but nobody reads: of cookies, of browser storage and of its database, and the default
 * client id for a provider of single sign-on. Also a time zone, because lists of all time zones contain it.
 */
const technical = /atrium[-_:][a-z-]+|['"`]atrium['"`]|Europe\/London/g;

/** Returns the words of the sample company in a text, each with the text around it. */
export function foreignIn(text: string): string[] {
  const plain = text.replaceAll(technical, '');
  return [...plain.matchAll(foreign)].map(({ index }) => plain.slice(Math.max(0, index - 40), index + 40));
}
