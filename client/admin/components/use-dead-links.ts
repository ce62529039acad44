import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';

/** The server's limits for one call: the number of paths, and the number of characters in each path. */
const maxPaths = 50;
const maxLength = 100;
const freshMs = 30_000;

/**
 * Returns the path of an address on this site. Returns undefined for any other address, and for a path that
 * is too long for the server.
 */
function ownPath(href: string): string | undefined {
  if (!/^(?:\/|https?:)/i.test(href) || !URL.canParse(href, location.href)) return undefined;
  const { origin, pathname } = new URL(href, location.href);
  return origin === location.origin && pathname.length <= maxLength ? pathname : undefined;
}

/**
 * Returns a function that explains why visitors cannot open one of the addresses. The function returns
 * undefined if no problem is known.
 */
export function useDeadLinks(hrefs: readonly string[]): (href: string) => string | undefined {
  const paths = [...new Set(hrefs.flatMap((href) => ownPath(href) ?? []))].slice(0, maxPaths);
  const query = trpc.blog.deadLinks.useQuery(
    { paths },
    {
      enabled: paths.length > 0,
      retry: false,
      staleTime: freshMs,
      placeholderData: keepPreviousData,
    },
  );
  const hidden = new Map(query.data?.links.map(({ path, title }) => [path, title]));
  return (href) => {
    const path = ownPath(href);
    const title = path === undefined ? undefined : hidden.get(path);
    if (title === undefined) return undefined;
    return title === null ? `There is no page ${path}.` : `“${title}” is not published.`;
  };
}
