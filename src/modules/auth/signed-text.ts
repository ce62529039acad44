import { createShortSecret } from '../../security/tokens.ts';
import type { Context } from '../../trpc/context.ts';

type SignedCtx = Pick<Context, 'secrets' | 'now'>;

const purpose = 'sign-in';

export interface SignedText {
  /** Random, so that a text can count once. */
  id: string;
  parts: string[];
  until: Date;
  /** What else was signed, such as a password hash. It is not part of the text. */
  isFor(bound?: string): Promise<boolean>;
}

/** Hands state to the client that nobody can forge, and that is accepted for `forMs`. */
export async function signText(
  { secrets, now }: SignedCtx,
  kind: string,
  parts: (string | number)[],
  { forMs, bound = '' }: { forMs: number; bound?: string },
): Promise<string> {
  const content = [createShortSecret(), now.getTime() + forMs, ...parts].join('.');
  return `${content}.${await secrets.sign(purpose, `${kind} ${content} ${bound}`)}`;
}

/** Returns undefined when the text has expired. Call `isFor` before anything in it counts. */
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
