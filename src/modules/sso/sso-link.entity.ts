import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import { User } from '../users/user.ts';

/**
 * `came`: the first sign-in created the account, whose role follows the provider. `linked`: an admin linked an account.
 * `asked`: an admin has yet to link an account with the same address.
 */
export type SsoLinkKind = 'came' | 'linked' | 'asked';

export const SsoLinkSchema = defineEntity({
  name: 'SsoLink',
  tableName: 'sso_links',
  uniques: [{ properties: ['issuer', 'subject'] }],
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    issuer: textColumn('nothing'),
    kind: textColumn('nothing').$type<SsoLinkKind>(),
    /**
     * The data of the person at the last sign-in: the email address, the name, and whether the address is
     * verified.
     */
    email: textColumn('email').nullable(),
    name: textColumn('writing').nullable(),
    is_email_verified: p.boolean(),
    subject: textColumn('writing'),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
  },
});

/** Issuer and subject identify the person. An email address at the provider does not prove who somebody is. */
export class SsoLink extends SsoLinkSchema.class {}

SsoLinkSchema.setClass(SsoLink);
