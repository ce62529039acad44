const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/** Whether a text is nothing but links, in plain or in the markup of mails and forums. */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !words.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

/** What is known of a post. */
export interface Evidence {
  /** What stands in the field that people never see. */
  trap: string;
  /** What the visitor wrote, in their own words. */
  text: string;
  /** Every other field that was filled in. */
  fields: string[];
  /** A token of ours came along. */
  hasToken: boolean;
  /** What the form's token tells against it. */
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  /** The site has received more than it ever should. */
  isFlood: boolean;
}

/**
 * Why a post is judged spam, in words for the staff; empty when it is not, whichever way it came. A flood must not hide the
 * messages of real visitors, so what looks genuine passes: a token, the time that a person takes, and no links at all.
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
