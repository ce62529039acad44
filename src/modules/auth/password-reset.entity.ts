import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** Asked for by mail on the sign-in page, or made by an admin or on the command line. */
export type ResetOrigin = 'mail' | 'admin';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** SHA-256 of the secret in the link. */
    token_hash: p.text().unique(),
    origin: p.text().$type<ResetOrigin>(),
    created_at: p.datetime(),
    expires_at: p.datetime(),
  },
});

/** A link by which one person can set a new password, once. */
export class PasswordReset extends PasswordResetSchema.class {}

PasswordResetSchema.setClass(PasswordReset);
