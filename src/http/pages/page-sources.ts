import { embedHosts } from '../../shared/writing/embeds.ts';
import type { PageSources } from '../server/headers.ts';

const outsideImage = /<img [^<>]*?src="(https?:[^"]+)"/g;

/**
 * Returns the other hosts that the content security policy of a rendered page must allow. These are the hosts
 * of pictures from other sites and of embedded players.
 */
export function sourcesIn(html: string): PageSources {
  const images = new Set<string>();
  for (const [, address = ''] of html.matchAll(outsideImage)) {
    const origin = originOf(address.replaceAll('&amp;', '&'));
    if (origin) images.add(origin);
  }
  return { images: [...images], frames: html.includes('<a class="embed-card"') ? embedHosts : [] };
}

/**
 * Returns the origin of an address. Returns undefined when the address is invalid or its origin would break
 * the directive of the policy.
 */
function originOf(address: string): string | undefined {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined;
}
