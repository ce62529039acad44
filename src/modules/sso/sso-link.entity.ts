import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * `came`: the first sign-in created the account, whose role follows the provider. `linked`: an admin linked a
 * local account. `asked`: the person waits for an admin to link an account with the same address.
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
    /** The person's data at the last sign-in. */
    email: p.text().nullable(),
    name: p.text().nullable(),
    is_email_verified: p.boolean(),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
  },
});

/** Identified by issuer and subject. An e-mail address at the provider proves nothing here. */
export class SsoLink extends SsoLinkSchema.class {}

SsoLinkSchema.setClass(SsoLink);
