import type { IncomingPicture } from './incoming.ts';

const blocks =
  'address|article|aside|blockquote|details|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|iframe|object|script|style';
const mediaCode = /\[(embed|audio|video|playlist)\b([^\]]*)\](?:\s*(https?:[^\s[\]]+)?\s*\[\/\1\])?/gi;
const shortCode = /\[\/?([a-z][\w-]{2,})(?:\s+[\w-]+\s*=\s*["'][^\]]*)?\s*\/?\](?!\()/gi;
const startsBlock = new RegExp(`^\\s*</?(?:${blocks})\\b`, 'i');

/**
 * The content of a WordPress post as HTML: the comments of its block editor and its short codes are resolved, and lines
 * become paragraphs where it left that to the page. Gives what was resolved in words, and the pictures of its galleries.
 */
export function toReadableHtml(
  content: string,
  attachmentOf: (id: string) => IncomingPicture | undefined,
): { html: string; notes: string[]; pictures: IncomingPicture[] } {
  const notes: string[] = [];
  const pictures: IncomingPicture[] = [];
  const codes = new Set<string>();
  const hasBlocks = content.includes('<!-- wp:');
  const isCode = /(<(pre|code)\b[\s\S]*?<\/\2\s*>)/i;
  const parts = content
    .replaceAll(/<!--\s*\/?wp:[\s\S]*?-->/g, '')
    .replaceAll(/<!--\s*(?:more|nextpage)\b[\s\S]*?-->/g, '')
    .split(isCode);
  // What stands between `pre` or `code` is shown as it is: split() gives text, code, its tag's name, text, …
  const resolved = parts.map((part, at) => {
    if (at % 3 !== 0) return at % 3 === 1 ? part : '';
    return part
      .replaceAll(/\[caption\b[^\]]*\]([\s\S]*?)\[\/caption\]/gi, (_, inner: string) => {
        const captioned = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(inner);
        return captioned ? `\n\n${captioned[1]}\n\n<p>${captioned[2]?.trim()}</p>\n\n` : inner;
      })
      .replaceAll(/\[gallery\b([^\]]*)\]/gi, (_, attributes: string) => {
        const ids = /\bids\s*=\s*["'”]?([\d,\s]+)/i.exec(attributes)?.[1]?.split(',') ?? [];
        const known = ids.flatMap((id) => attachmentOf(id.trim()) ?? []);
        pictures.push(...known);
        const addresses = known.map(({ address }) => address).join(' ');
        notes.push(`a gallery is left out: ${addresses || 'its pictures are not named'}`);
        return '';
      })
      .replaceAll(mediaCode, (_, name: string, attributes: string, inner?: string) => {
        const address = inner ?? /https?:[^\s"'\]]+/.exec(attributes)?.[0];
        notes.push(address ? `${name} became a link: ${address}` : `${name} is left out`);
        return address ? `\n\n${linkTo(address)}\n\n` : '';
      })
      .replaceAll(/^[ \t]*(https?:\/\/[^\s<>"']+)[ \t]*$/gm, (_, address: string) => {
        notes.push(`embed became a link: ${address}`);
        return `\n\n${linkTo(address)}\n\n`;
      })
      .replaceAll(shortCode, (whole, name: string) => {
        // A word in brackets may be just that: only what has attributes or an end is a short code.
        if (!whole.includes('=') && !content.includes(`[/${name}]`)) return whole;
        codes.add(name);
        return '';
      });
  });
  for (const name of codes) notes.push(`the short code [${name}] is left out, what it held stays`);
  const html = hasBlocks ? resolved.join('') : withParagraphs(resolved);
  return { html, notes, pictures };
}

function linkTo(address: string): string {
  const safe = address.replaceAll('&amp;', '&').replaceAll('&', '&amp;').replaceAll('"', '%22');
  return `<p><a href="${safe}">${safe}</a></p>`;
}

/** Empty lines part paragraphs, single ones part lines, as WordPress shows it; code stays as it is. */
function withParagraphs(parts: string[]): string {
  const held: string[] = [];
  const text = parts
    .map((part, at) => {
      if (at % 3 !== 1) return at % 3 === 0 ? part : '';
      held.push(part);
      return /^<pre/i.test(part)
        ? `\n\n\uE000${held.length - 1}\uE000\n\n`
        : `\uE000${held.length - 1}\uE000`;
    })
    .join('');
  const isHeldBlock = (chunk: string) => {
    const [, at] = /^\uE000(\d+)\uE000$/.exec(chunk) ?? [];
    return at !== undefined && /^<pre/i.test(held[Number(at)] ?? '');
  };
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((chunk) => chunk.trim())
    .filter(Boolean)
    .map((chunk) =>
      startsBlock.test(chunk) || isHeldBlock(chunk) ? chunk : `<p>${chunk.replaceAll('\n', '<br>\n')}</p>`,
    )
    .join('\n')
    .replaceAll(/\uE000(\d+)\uE000/g, (_, at: string) => held[Number(at)] ?? '');
}
