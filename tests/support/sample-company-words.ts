/** Words from the default texts about the sample company. */
const foreign = /atrium|london|skylight|tanner|SE1 0CV|okafor|7946 0213|daylight in it/gi;

/**
 * Technical names that people do not read, such as names of cookies and of browser storage, and the default client id
 * for single sign-on. One time zone is included, because a list of all time zones contains it.
 */
const technical = /atrium[-_:][a-z-]+|['"`]atrium['"`]|Europe\/London/g;

/**
 * Finds words of the sample company in a text. Returns each of them with up to 80 characters of text around
 * it.
 */
export function findSampleCompanyWords(text: string): string[] {
  const plain = text.replaceAll(technical, '');
  return [...plain.matchAll(foreign)].map(({ index }) => plain.slice(Math.max(0, index - 40), index + 40));
}
