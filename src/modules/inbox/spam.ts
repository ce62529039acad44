const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/**
 * Returns whether a text consists of links only: plain links, HTML links or forum markup. Returns false for a
 * text without links.
 */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !words.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

export interface Evidence {
  /** The value of the form field that people do not see. */
  trap: string;
  text: string;
  fields: string[];
  hasToken: boolean;
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  isFlood: boolean;
  /** The name of the user who has blocked the sender. Undefined when the sender is not blocked. */
  blockedBy: string | undefined;
}

/**
 * Returns the reasons why a message is spam, as sentences for staff. Returns an empty array for a message
 * that is not spam. During a flood, a message also counts as spam if it contains a link or has no valid
 * token.
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
