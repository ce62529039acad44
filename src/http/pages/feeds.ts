import type { AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Item } from 'feed';
import { feeds } from '../../shared/public-pages.ts';
import { type Language, languages } from '../../shared/settings/fields/region.ts';
import { visibleChangeOf } from '../../shared/schedule.ts';
import { nameInList } from '../../shared/settings/choices.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { textDirectionOf } from '../../shared/text-direction.ts';
import { cardAddress, cardOfPost } from '../../shared/share-card.ts';
import { withWholeAddresses } from '../../shared/writing/show-html.ts';
import { escapeXml, withoutIllegalXml } from '../../shared/xml.ts';
import type { SendCached } from '../plugins/cached-responses.ts';
import { createAnonymousCaller, type CreateContext } from '../server/context.ts';

interface FeedParts {
  router: AnyRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
}
interface FeedPost {
  id: number;
  path: string;
  title: string;
  excerpt: string;
  content: string;
  category: string;
  tags: string[];
  author: string | null;
  /** Null means the language of the site. */
  lang: string | null;
  published_at: string | null;
  updated_at: string;
}

export function serveFeeds(
  app: FastifyInstance,
  { router, publicUrl, siteSettings }: FeedParts,
  createContext: CreateContext,
  sendCached: SendCached,
): void {
  for (const { path, type } of feeds) {
    const isJson = path.endsWith('.json');
    const make = async (request: FastifyRequest, reply: FastifyReply, site: SiteSettings) => {
      const call = await createAnonymousCaller(router, createContext, request, reply, site.shown.language);
      const { posts } = (await call('site.feed', undefined)) as { posts: FeedPost[] };
      const feed = await openFeed(posts, site, publicUrl);
      for (const post of withinLimit(posts))
        feed.addItem(isJson ? itemOf(post, site, publicUrl) : rssItemOf(post, site, publicUrl));
      const headers = { 'content-type': `${type}; charset=utf-8` };
      return { status: 200, headers, body: isJson ? feed.json1() : feed.rss2() };
    };
    app.get(path, async (request, reply) => {
      const site = await siteSettings.current();
      if (!site.features.blog) return reply.callNotFound();
      return sendCached(request, reply, path, () => make(request, reply, site));
    });
    for (const language of Object.keys(languages) as Language[]) {
      const prefixed = `/${language}${path}`;
      app.get(prefixed, async (request, reply) => {
        const site = await siteSettings.current(language);
        const isShown = site.shown.language === language && site.shown.prefix;
        if (!isShown || !site.features.blog) return reply.callNotFound();
        return sendCached(request, reply, prefixed, () => make(request, reply, site));
      });
    }
  }
}

/** In characters. A longer feed would block the event loop. */
const maxContent = 1_000_000;

/** Posts beyond the limit have their excerpt as their text. */
function withinLimit(posts: FeedPost[]): FeedPost[] {
  let left = maxContent;
  return posts.map((post) => {
    left -= post.content.length;
    return left >= 0 ? post : { ...post, content: `<p>${escapeXml(post.excerpt)}</p>` };
  });
}

async function openFeed(
  posts: FeedPost[],
  { company, pages, region, shown }: SiteSettings,
  publicUrl: string,
) {
  // Most visitors read only pages.
  const { Feed } = await import('feed');
  const changes = posts.map(visibleChangeOf).toSorted();
  const [rss, json] = feeds;
  return new Feed({
    title: pages.blog.feed_title,
    description: pages.blog.feed_description,
    link: `${publicUrl}${shown.prefix}/blog`,
    language: region.language,
    generator: false,
    feedLinks: {
      rss: publicUrl + shown.prefix + rss.path,
      json: publicUrl + shown.prefix + json.path,
    },
    author: { name: company.name, link: publicUrl + shown.prefix },
    // An empty feed has no time of change. Without one, `feed` takes the current time.
    updated: new Date(changes.at(-1) ?? 0),
  });
}

function itemOf(post: FeedPost, site: SiteSettings, publicUrl: string): Item {
  return {
    title: post.title,
    // Never changes, or feed readers would show old posts again.
    id: `${publicUrl}/blog/${post.id}`,
    link: publicUrl + post.path,
    description: post.excerpt,
    content: inItsLanguage(post, withWholeAddresses(post.content, publicUrl)),
    image: publicUrl + cardAddress(cardOfPost(post, site), site),
    ...(post.author && { author: [{ name: post.author }] }),
    category: categoriesOf(post, site).map((name) => ({ name })),
    published: new Date(post.published_at ?? post.updated_at),
    date: new Date(visibleChangeOf(post)),
    ...(post.lang && { extensions: [{ name: 'language', objects: post.lang as never }] }),
  };
}

function categoriesOf({ category, tags }: FeedPost, { choices }: SiteSettings): string[] {
  return [nameInList(choices, 'blog_categories', category), ...tags];
}

/** Feed readers would use the language and direction of their own page. */
function inItsLanguage(post: FeedPost, html: string): string {
  const dir = textDirectionOf(post);
  if (!post.lang && dir === 'ltr') return html;
  const lang = post.lang ? ` lang="${escapeXml(post.lang)}"` : '';
  return `<div${lang} dir="${dir}">${html}</div>`;
}

/** In RSS, descriptions are HTML. A picture needs its file size, which is unknown. */
function rssItemOf(post: FeedPost, site: SiteSettings, publicUrl: string): Item {
  const { image: _, ...item } = itemOf(post, site, publicUrl);
  return {
    ...item,
    // `feed` would write the title as CDATA, so an extension sets it.
    title: '',
    extensions: [
      { name: 'title', objects: { _text: asText(post.title) } },
      ...(post.lang ? [{ name: 'dc:language', objects: { _text: post.lang } }] : []),
    ],
    description: inCdata(escapeXml(post.excerpt)),
    content: inCdata(item.content ?? ''),
    category: categoriesOf(post, site).map((name) => ({ name: asText(name) })),
  };
}

/** `feed` escapes texts but leaves an `&amp;` as it is. */
function asText(text: string): string {
  return withoutIllegalXml(text).replaceAll('&', '&amp;');
}

/** The package's own escaping fails when a text contains the end of CDATA twice. */
function inCdata(text: string): string {
  return withoutIllegalXml(text).replaceAll(']]>', ']] >');
}
