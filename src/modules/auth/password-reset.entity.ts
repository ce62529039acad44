import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** Requested by mail on the sign-in page, or created by an admin or on the command line. */
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

/** A reset link. It lets one user set a new password one time. */
export class PasswordReset extends PasswordResetSchema.class {}

PasswordResetSchema.setClass(PasswordReset);
