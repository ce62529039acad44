import { createShortSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

type SignedCtx = Pick<Context, 'secrets' | 'now'>;

const purpose = 'sign-in';

export interface SignedText {
  /** A random id. Callers can store the id to accept each text only once. */
  id: string;
  parts: string[];
  until: Date;
  /**
   * Returns whether the signature is valid. `bound` is a value that was signed with the text but is not part
   * of the text, such as a password hash.
   */
  isFor(bound?: string): Promise<boolean>;
}

/**
 * Returns a signed text that contains `parts`. A client can keep the text but cannot forge such a text. The
 * text is accepted for `forMs` milliseconds.
 */
export async function signText(
  { secrets, now }: SignedCtx,
  kind: string,
  parts: (string | number)[],
  { forMs, bound = '' }: { forMs: number; bound?: string },
): Promise<string> {
  const content = [createShortSecret(), now.getTime() + forMs, ...parts].join('.');
  return `${content}.${await secrets.sign(purpose, `${kind} ${content} ${bound}`)}`;
}

/**
 * Reads a text of `signText` without a check of its signature. Call `isFor` before you use anything in the
 * text. Returns undefined when the text has expired.
 */
export function readSigned({ secrets, now }: SignedCtx, kind: string, text: string): SignedText | undefined {
  const all = text.split('.');
  const signature = all.pop() ?? '';
  const [id = '', until, ...parts] = all;
  const content = all.join('.');
  if (!(Number(until) > now.getTime())) return undefined;
  return {
    id,
    parts,
    until: new Date(Number(until)),
    isFor: (bound = '') => secrets.verify(purpose, `${kind} ${content} ${bound}`, signature),
  };
}
