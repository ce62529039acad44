import { z } from 'zod';
import { booleanField, Id, oneOf, Timestamp, wholeNumber } from '../../shared/fields.ts';
import { oneLine } from '../../shared/text-fields.ts';
import { defaultTokenDays, maxTokenDays } from '../../shared/api-tokens.ts';
import { type Scope, scopes } from '../../shared/scopes.ts';

const defaultPerMinute = 600;
const maxPerMinute = 6000;

const ScopeName = oneOf('Scope', scopes as readonly [Scope, ...Scope[]]).meta({ title: 'Scope' });

export const TokenInput = z.object({
  name: oneLine('Name', 60).describe('The name'),
  scopes: z
    .array(ScopeName, 'Scopes must be a list of names such as blog:read')
    .min(1, 'Choose what the token may do')
    .max(scopes.length * 2, 'There are not so many scopes')
    .describe('What the token may do, such as `blog:write`. A scope for writing includes reading'),
  expires_in_days: wholeNumber('Days', 1, maxTokenDays)
    .default(defaultTokenDays)
    .describe('The number of days until the token expires'),
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
    id: z.int().describe('The id'),
    user_id: z
      .int()
      .describe('The id of the user. Null for visitors, for the server itself and for deleted accounts'),
    user_name: z.string().describe('The name of the owner'),
    name: z.string().describe('The name'),
    hint: z.string().describe('The last four characters of the token'),
    scopes: z
      .array(z.string())
      .describe('What the token may do, such as `blog:write`. A scope for writing includes reading'),
    per_minute: z.int().describe('The number of calls per minute that the token may make'),
    created_at: Timestamp.describe('The time of creation'),
    expires_at: Timestamp.describe('The time of expiry'),
    last_used_at: Timestamp.nullable().describe('The time of the last use, or null'),
  })
  .meta({ title: 'Token' });
export type TokenView = z.output<typeof TokenView>;

export const NewToken = z.object({
  token: TokenView.describe('The token without its secret'),
  secret: z.string().describe('The token to give to the program. It is never shown again'),
});
export type NewToken = z.output<typeof NewToken>;
