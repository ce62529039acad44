import type { Meta } from '../../trpc/procedure-meta.ts';
import { cookieNames } from '../server/cookies.ts';

/**
 * Returns the ways to send credentials, as the document describes them. The names of the cookies depend on
 * the address of the site.
 */
export function securitySchemes(publicUrl: string) {
  const { session, antiForgery } = cookieNames(publicUrl);
  return {
    session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in' },
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token, which begins with `atr_`. It needs the scopes in `x-required-scope`',
    },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: session,
      description: 'The session cookie of a browser, which suffices for reads',
    },
    antiForgery: {
      type: 'apiKey',
      in: 'header',
      name: 'X-XSRF-TOKEN',
      description: `Required with the session cookie for changes: the value of the cookie ${antiForgery}`,
    },
  };
}

const people: Record<string, string[]>[] = [{ session: [] }, { cookie: [], antiForgery: [] }];
/**
 * The credentials that the document states for all operations. An operation with other credentials states its
 * own.
 */
export const defaultSecurity = [{ token: [] }, ...people];

export function securityOf({ access }: Meta, scopes: readonly string[] | null) {
  if (access === 'everybody') return { security: [] };
  return scopes ? {} : { security: people };
}
