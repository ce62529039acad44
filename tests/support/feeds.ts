import { loadTestPackage } from './test-packages.ts';

interface Feed extends Record<string, unknown> {
  items: Record<string, string | undefined>[];
}
/** The part of the module rss-parser that `readFeed` uses. */
interface ParserModule {
  default: new () => { parseString(xml: string): Promise<Feed> };
}

/** Parses a feed with rss-parser, as a feed reader would. */
export async function readFeed(xml: string): Promise<Feed> {
  const { default: Parser } = await loadTestPackage<ParserModule>('rss-parser');
  return new Parser().parseString(xml);
}
