import type { IOptions, Tag } from 'sanitize-html';

/** What the editor can make, and nothing else. Links that leave the site tell it nothing about us. */
const allowed: IOptions = {
  allowedTags: [
    ...['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
    ...['strong', 'em', 'u', 's', 'a', 'sub', 'sup'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    b: 'strong',
    i: 'em',
    strike: 's',
    a: (tagName, { href = '' }): Tag => {
      const isForeign = /^https?:/i.test(href);
      return { tagName, attribs: { href, ...(isForeign && { rel: 'noopener noreferrer' }) } };
    },
  },
  // What stands inside these is no text for readers.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  nestingLimit: 50,
};

/** Cleans rich text to the allow-list. Gives `''` when nothing readable is left. */
export async function cleanContent(html: string): Promise<string> {
  // Loaded on first use: only a save needs it.
  const { default: sanitize } = await import('sanitize-html');
  const cleaned = sanitize(html, allowed).trim();
  // What is cleaned has no `<` but those of its elements.
  const hasText = cleaned.replaceAll(/<(?!hr\b)[^<>]*>|&nbsp;|\s/g, '') !== '';
  return hasText ? cleaned : '';
}
