import { loadTestPackage } from './extra-packages.ts';

interface Feed extends Record<string, unknown> {
  items: Record<string, string | undefined>[];
}
/** The part of rss-parser that is used here. */
interface ParserModule {
  default: new () => { parseString(xml: string): Promise<Feed> };
}

/** Reads a feed as a feed reader does. */
export async function readFeed(xml: string): Promise<Feed> {
  const { default: Parser } = await loadTestPackage<ParserModule>('rss-parser');
  return new Parser().parseString(xml);
}
