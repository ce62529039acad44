const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/** Whether a text contains only links: plain, in HTML, or in the markup of forums. */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !words.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

/** The facts about a post on which the spam check is based. */
export interface Evidence {
  /** The value of the hidden field, which people never see. */
  trap: string;
  /** The text of the message. */
  text: string;
  /** The values of all other fields. */
  fields: string[];
  /** Whether the post has a token that this server issued and that has not expired. */
  hasToken: boolean;
  /** Why the form token indicates spam. */
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  /** Whether the site has received more posts within an hour than expected. */
  isFlood: boolean;
}

/**
 * Returns why a post counts as spam, worded for the staff; empty if it does not. During a flood, every post counts as spam unless
 * it looks genuine: it has a valid token, took a person's time to fill in, and contains no links. So the messages of real visitors
 * still reach the inbox.
 */
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
