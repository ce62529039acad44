import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * How an account and a person at the provider belong together. `came`: the account was made by their first sign-in, and follows the
 * provider's role. `linked`: an admin tied a local account to them, which keeps its own role. `asked`: they have the address of a
 * local account and wait for an admin; it signs nobody in.
 */
export type SsoLinkKind = 'came' | 'linked' | 'asked';

const SsoLinkSchema = defineEntity({
  name: 'SsoLink',
  tableName: 'sso_links',
  uniques: [{ properties: ['issuer', 'subject'] }],
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    kind: p.text().$type<SsoLinkKind>(),
    issuer: p.text(),
    subject: p.text(),
    /** What the provider called them when they last came. */
    email: p.text().nullable(),
    name: p.text().nullable(),
    is_email_verified: p.boolean(),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
  },
});

/** One person at the provider, by issuer and subject: their address there proves nothing here. */
export class SsoLink extends SsoLinkSchema.class {}

SsoLinkSchema.setClass(SsoLink);
