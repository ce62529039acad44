const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/** Recognizes plain links, HTML links and forum markup. */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !words.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

export interface Evidence {
  /** The value of the hidden field, which people do not see. */
  trap: string;
  text: string;
  fields: string[];
  hasToken: boolean;
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  isFlood: boolean;
  /** The name of the user who has blocked the sender. */
  blockedBy: string | undefined;
}

/**
 * Returns the reasons why a post is spam, for staff. In a flood, a post counts as spam unless it has a valid token,
 * took as long as a person needs, and contains no links. This way, real messages still arrive.
 */
export function findSpamReasons(evidence: Evidence): string[] {
  const { trap, text, fields, hasToken, tokenReason, wasTokenUsed, isFlood, blockedBy } = evidence;
  const reasons = [
    blockedBy !== undefined && `${blockedBy} has blocked this sender.`,
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
