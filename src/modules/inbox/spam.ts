const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/** Plain, in HTML, or in the markup of forums. */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !words.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

export interface Evidence {
  /** The hidden field, which people never see. */
  trap: string;
  text: string;
  fields: string[];
  hasToken: boolean;
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  isFlood: boolean;
}

/** During a flood, only posts that look genuine pass: a valid token, a person's time to fill in, and no links. */
export function findSpamReasons(evidence: Evidence): string[] {
  const { trap, text, fields, hasToken, tokenReason, wasTokenUsed, isFlood } = evidence;
  const reasons = [
    trap !== '' && 'A field was filled in that people never see.',
    tokenReason,
    wasTokenUsed && 'The form token was used before.',
    isOnlyLinks(text) && 'The text is nothing but links.',
  ].filter((reason) => typeof reason === 'string');
  const looksGenuine =
    hasToken && reasons.length === 0 && [text, ...fields].every((words) => withoutLinks(words) === words);
  if (isFlood && !looksGenuine) reasons.push('It came amid more than 200 posts within an hour.');
  return reasons;
}
