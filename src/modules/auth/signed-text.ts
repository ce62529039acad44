import { createShortSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

type SignedCtx = Pick<Context, 'secrets' | 'now'>;

const purpose = 'sign-in';

export interface SignedText {
  /** A random id, by which a text can be accepted only once. */
  id: string;
  parts: string[];
  until: Date;
  /**
   * Returns whether the signature is right. `bound` is a value that was signed too but is not part of the text, such as
   * a password hash.
   */
  isFor(bound?: string): Promise<boolean>;
}

/** Returns a text that a client can keep but not forge. It is accepted for `forMs`. */
export async function signText(
  { secrets, now }: SignedCtx,
  kind: string,
  parts: (string | number)[],
  { forMs, bound = '' }: { forMs: number; bound?: string },
): Promise<string> {
  const content = [createShortSecret(), now.getTime() + forMs, ...parts].join('.');
  return `${content}.${await secrets.sign(purpose, `${kind} ${content} ${bound}`)}`;
}

/** Returns undefined when the text has expired. Call `isFor` before using anything in the text. */
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
