const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/** Whether a text is nothing but links, in plain or in the markup of mails and forums. */
export function isOnlyLinks(text: string): boolean {
  const left = text.replace(tags, ' ').replace(addresses, ' ');
  return left !== text && !words.test(left);
}

/** What is known of a post. */
export interface Evidence {
  /** What stands in the field that people never see. */
  trap: string;
  /** What the visitor wrote, in their own words. */
  text: string;
  /** What the form's token tells against it. */
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  /** The site has received more than it ever should. */
  isFlood: boolean;
}

/** Why a post is judged spam, in words for the staff; empty when it is not. The one judge of every door. */
export function judge({ trap, text, tokenReason, wasTokenUsed, isFlood }: Evidence): string[] {
  const reasons = [
    trap !== '' && 'A field was filled in that people never see.',
    tokenReason,
    wasTokenUsed && 'The form token was used before.',
    isOnlyLinks(text) && 'The text is nothing but links.',
    isFlood && 'It came amid more than 200 posts within an hour.',
  ];
  return reasons.filter((reason) => typeof reason === 'string');
}
