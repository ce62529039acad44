import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.ts';

/**
 * What caused the link. `mail`: a request on the forgot-password page. `admin`: an admin or a command. `invitation`:
 * the invitation of a user.
 */
export type ResetOrigin = 'mail' | 'admin' | 'invitation';

export const PasswordResetSchema = defineEntity({
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
