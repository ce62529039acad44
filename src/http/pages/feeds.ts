import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Item } from 'feed';
import type { BlogCategory } from '../../shared/catalog.ts';
import { company } from '../../shared/company.ts';
import { feeds } from '../../shared/feeds.ts';
import { cardAddress, cardOfPost } from '../../shared/share-card.ts';
import { escapeXml, legalXml } from '../../shared/xml.ts';
import type { SendCached } from '../plugins/response-cache.ts';
import type { CreateContext } from '../server/context.ts';
import { callerFor } from './anonymous-caller.ts';

interface FeedParts {
  router: AnyRouter;
  publicUrl: string;
}
interface FeedPost {
  id: number;
  title: string;
  excerpt: string;
  content: string;
  category: BlogCategory;
  tags: string[];
  created_at: string;
  updated_at: string;
}

/** Serves the newest posts, whole, as RSS and as JSON Feed. */
export function serveFeeds(
  app: FastifyInstance,
  { router, publicUrl }: FeedParts,
  createContext: CreateContext,
  sendCached: SendCached,
): void {
  for (const { path, type } of feeds) {
    const isJson = path.endsWith('.json');
    const make = async (request: FastifyRequest, reply: FastifyReply) => {
      const call = await callerFor(router, createContext, request, reply);
      const { posts } = (await call('site.feed', undefined)) as { posts: FeedPost[] };
      const feed = await openFeed(posts, publicUrl);
      for (const post of withinLimit(posts))
        feed.addItem(isJson ? itemOf(post, publicUrl) : rssItemOf(post, publicUrl));
      const headers = { 'content-type': `${type}; charset=utf-8` };
      return { status: 200, headers, body: isJson ? feed.json1() : feed.rss2() };
    };
    app.get(path, (request, reply) => sendCached(request, reply, path, () => make(request, reply)));
  }
}

/** So many characters of texts stand in a feed: more would hold up everybody else while it is made. */
const maxContent = 1_000_000;

/** The posts whole as far as they fit, the others with their excerpts. */
function withinLimit(posts: FeedPost[]): FeedPost[] {
  let left = maxContent;
  return posts.map((post) => {
    left -= post.content.length;
    return left >= 0 ? post : { ...post, content: `<p>${escapeXml(post.excerpt)}</p>` };
  });
}

async function openFeed(posts: FeedPost[], publicUrl: string) {
  // Loaded on first use: most visitors read pages.
  const { Feed } = await import('feed');
  const changes = posts.map(({ updated_at }) => updated_at).toSorted();
  const [rss, json] = feeds;
  return new Feed({
    title: `${company.name} Blog`,
    description: `Checklists, project stories and opinions by the people of ${company.name}.`,
    link: `${publicUrl}/blog`,
    language: 'en',
    generator: false,
    feedLinks: { rss: publicUrl + rss.path, json: publicUrl + json.path },
    author: { name: company.name, link: publicUrl },
    // An empty feed was never changed; the library would say now.
    updated: new Date(changes.at(-1) ?? 0),
  });
}

function itemOf(post: FeedPost, publicUrl: string): Item {
  const link = `${publicUrl}/blog/${post.id}`;
  return {
    title: post.title,
    id: link,
    link,
    description: post.excerpt,
    content: post.content.replaceAll(/ href="\/(?!\/)/g, ` href="${publicUrl}/`),
    image: publicUrl + cardAddress(cardOfPost(post)),
    category: [post.category, ...post.tags].map((name) => ({ name })),
    published: new Date(post.created_at),
    date: new Date(post.updated_at),
  };
}

/** RSS takes a description for HTML, and no picture without its length. */
function rssItemOf(post: FeedPost, publicUrl: string): Item {
  const { image: _, ...item } = itemOf(post, publicUrl);
  return {
    ...item,
    // The library would put it into CDATA, where markup stands as it is. An element without a title takes one as an extension.
    title: '',
    extensions: [{ name: 'title', objects: { _text: asText(post.title) } }],
    description: inCdata(escapeXml(post.excerpt)),
    content: inCdata(item.content ?? ''),
    category: [post.category, ...post.tags].map((name) => ({ name: asText(name) })),
  };
}

/** The library escapes texts, but takes `&amp;` for one that is escaped already. */
function asText(text: string): string {
  return legalXml(text).replaceAll('&', '&amp;');
}

/** The library would let a text that names the end of CDATA twice out of it. */
function inCdata(text: string): string {
  return legalXml(text).replaceAll(']]>', ']] >');
}
