import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import { User } from '../users/user.ts';

/** `mail`: somebody asked on the forgot-password page. `admin`: an admin or a command. */
export type ResetOrigin = 'mail' | 'admin' | 'invitation';

export const PasswordResetSchema = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_resets',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    token_hash: textColumn('secret').unique(),
    origin: textColumn('nothing').$type<ResetOrigin>(),
    created_at: p.datetime(),
    expires_at: p.datetime(),
  },
});

export class PasswordReset extends PasswordResetSchema.class {}

PasswordResetSchema.setClass(PasswordReset);
