import { embedHosts } from '../../shared/writing/embeds.ts';
import type { PageSources } from '../server/headers.ts';

const outsideImage = /<img [^<>]*?src="(https?:[^"]+)"/g;

/** The other hosts of a rendered page: those of the pictures that projects name, and of the players of its embeds. */
export function sourcesIn(html: string): PageSources {
  const images = new Set<string>();
  for (const [, address = ''] of html.matchAll(outsideImage)) {
    const origin = originOf(address.replaceAll('&amp;', '&'));
    if (origin) images.add(origin);
  }
  return { images: [...images], frames: html.includes('<a class="embed-card"') ? embedHosts : [] };
}

/** Undefined for one that would end the directive. */
function originOf(address: string): string | undefined {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined;
}
