import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** By mail from the sign-in page, or by an admin or the command line. */
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

export class PasswordReset extends PasswordResetSchema.class {}

PasswordResetSchema.setClass(PasswordReset);
