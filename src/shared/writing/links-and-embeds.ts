/** Without the control characters and outer spaces that browsers ignore. */
export function cleanUrl(address: string): string {
  return address.replaceAll(/\p{Cc}/gu, '').trim();
}

const domain =
  /^(?:www\.[^\s./:?#@]|(?:[\p{L}\d-]+\.)+(?:[a-z]{2}|com|org|net|edu|gov|info|dev|app|blog|shop|xn--[a-z\d-]+)(?=[/:?#]|$))/iu;

/** An address of another site gets a scheme if it has none. Undefined for one that is not allowed. */
export function toStoredLink(raw: string): string | undefined {
  const address = cleanUrl(raw).replaceAll(/\s/g, '%20');
  if (/^https?:\/\/[^/\\]/i.test(address) || /^(?:mailto|tel):./i.test(address)) return address;
  if (/^(?:\/(?![/\\])|#)/.test(address)) return address;
  if (/^\/\/[^/\\]/.test(address)) return `https:${address}`;
  if (/^[^\s@/:?#\\]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u.test(address)) return `mailto:${address}`;
  return domain.test(address) ? `https://${address}` : undefined;
}

export function isExternal(address: string): boolean {
  return /^https?:/i.test(address);
}

const providers = {
  youtube: {
    name: 'YouTube',
    id: /^[\w-]{11}$/,
    addresses: [
      /^https?:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|shorts|live|v)\/([\w-]{11})(?![\w-])/,
      /^https?:\/\/(?:www\.|m\.|music\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?![\w-])/,
      /^https?:\/\/youtu\.be\/([\w-]{11})(?![\w-])/,
    ],
    page: (id: string) => `https://www.youtube.com/watch?v=${id}`,
    frame: (id: string) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
  },
  vimeo: {
    name: 'Vimeo',
    // The second part is the key of an unlisted video, which does not open without it.
    id: /^\d{6,11}(?:\/[\da-f]{8,12})?$/,
    addresses: [
      /^https?:\/\/player\.vimeo\.com\/video\/(\d{6,11})(?:\?(?:[^#]*&)?h=([\da-f]{8,12}))?(?![\w/])/,
      /^https?:\/\/(?:www\.)?vimeo\.com\/(\d{6,11})(?:\/([\da-f]{8,12}))?(?![\w/])/,
    ],
    page: (id: string) => `https://vimeo.com/${id}`,
    frame: (id: string) =>
      `https://player.vimeo.com/video/${id.replace('/', '?h=')}${id.includes('/') ? '&' : '?'}autoplay=1&dnt=1`,
  },
} as const;

/** For `frame-src` of the content security policy of pages with an embed. */
export const embedHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

function providerOf(embed: string) {
  const [name = '', id = ''] = embed.split(':');
  const provider = Object.hasOwn(providers, name) ? providers[name as keyof typeof providers] : undefined;
  return provider?.id.test(id) ? { provider, id } : undefined;
}

/** The text itself if it is an embed, such as `youtube:M7lc1UVf-VE`. */
export function parseEmbed(text: string): string | undefined {
  return providerOf(text) && text;
}

/** From the address of a video's page or frame, such as `youtube:M7lc1UVf-VE`. */
export function findEmbedOfAddress(address: string): string | undefined {
  const absolute = address.replace(/^\/\//, 'https://').slice(0, 1000);
  for (const [name, { addresses }] of Object.entries(providers))
    for (const pattern of addresses) {
      const [match, id, secret] = pattern.exec(absolute) ?? [];
      if (match) return `${name}:${secret ? `${id}/${secret}` : id}`;
    }
  return undefined;
}

interface EmbedFacts {
  provider: string;
  /** The address of the video's page at the provider. */
  page: string;
  frame: string;
}

export function embedFacts(embed: string): EmbedFacts | undefined {
  const video = providerOf(embed);
  return (
    video && {
      provider: video.provider.name,
      page: video.provider.page(video.id),
      frame: video.provider.frame(video.id),
    }
  );
}
