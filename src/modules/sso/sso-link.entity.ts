import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * `came`: the person's first sign-in created the account, and its role follows the provider. `linked`: an admin
 * linked a local account, which keeps its role. `asked`: the person has the address of a local account, waits for an
 * admin and cannot sign in yet.
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
    /** As of the last sign-in. */
    email: p.text().nullable(),
    name: p.text().nullable(),
    is_email_verified: p.boolean(),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
  },
});

/** Identified by issuer and subject, because an e-mail address at the provider proves nothing here. */
export class SsoLink extends SsoLinkSchema.class {}

SsoLinkSchema.setClass(SsoLink);
