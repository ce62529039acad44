import { z } from 'zod';
import { booleanField, Id, oneOf, Timestamp, wholeNumber } from '../../shared/fields.ts';
import { oneLine } from '../../shared/text-fields.ts';
import { defaultTokenDays, maxTokenDays } from '../../shared/api-tokens.ts';
import { type Scope, scopes } from '../../shared/scopes.ts';

const defaultPerMinute = 600;
const maxPerMinute = 6000;

const ScopeName = oneOf('Scope', scopes as readonly [Scope, ...Scope[]]).meta({ title: 'Scope' });

export const TokenInput = z.object({
  name: oneLine('Name', 60),
  scopes: z
    .array(ScopeName, 'Scopes must be a list of names such as blog:read')
    .min(1, 'Choose what the token may do')
    .max(scopes.length * 2, 'There are not so many scopes'),
  expires_in_days: wholeNumber('Days', 1, maxTokenDays).default(defaultTokenDays),
  per_minute: wholeNumber('Calls per minute', 1, maxPerMinute)
    .default(defaultPerMinute)
    .describe('The number of calls per minute that the token may make, on each instance of the server'),
  user_id: Id.optional().describe(
    'The user whose rights the token has. Default: you. Only admins name somebody else',
  ),
});
export type TokenInput = z.output<typeof TokenInput>;

export const TokensQuery = z.object({
  user_id: Id.optional().describe(
    'Only the tokens of this user. Default: your own. Only admins name somebody else',
  ),
  all: booleanField('All').optional().describe('True lists the tokens of everybody, for admins'),
});
export type TokensQuery = z.output<typeof TokensQuery>;

export const TokenView = z
  .object({
    id: z.int(),
    user_id: z.int(),
    user_name: z.string(),
    name: z.string(),
    hint: z.string().describe('The last four characters of the token'),
    scopes: z.array(z.string()),
    per_minute: z.int(),
    created_at: Timestamp,
    expires_at: Timestamp,
    last_used_at: Timestamp.nullable(),
  })
  .meta({ title: 'Token' });
export type TokenView = z.output<typeof TokenView>;

export const NewToken = z.object({
  token: TokenView,
  secret: z.string().describe('The token to give to the program. It is never shown again'),
});
export type NewToken = z.output<typeof NewToken>;
