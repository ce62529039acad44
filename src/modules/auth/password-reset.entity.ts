import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * How the link was requested: `mail` on the sign-in page, `admin` by an admin or a command, `invitation` with
 * the invitation of a user.
 */
export type ResetOrigin = 'mail' | 'admin' | 'invitation';

const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    token_hash: p.text().unique(),
    origin: p.text().$type<ResetOrigin>(),
    created_at: p.datetime(),
    expires_at: p.datetime(),
  },
});

export class PasswordReset extends PasswordResetSchema.class {}

PasswordResetSchema.setClass(PasswordReset);
