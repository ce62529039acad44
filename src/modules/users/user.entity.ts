import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns, assignValues, type EditedValuesOf } from '../../database/columns.ts';
import { fold } from '../../shared/fold.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { Role } from '../../shared/roles.ts';
import type { UserRow } from './user.schema.ts';

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['role', 'created_at', 'id'] },
    { properties: ['updated_at', 'id'] },
  ],
  properties: {
    ...editableColumns(),
    name: p.text(),
    email: p.text(),
    /**
     * The email address in a normalised form, so that no two accounts have addresses that differ only in
     * letter case.
     */
    email_key: p.text().unique(),
    role: p.text().$type<Role>(),
    /** An Argon2id hash. Null for a user without a password. */
    password_hash: p.text().nullable(),
    search_text: p.text(),
    /** When the account was deactivated. Null for an active account. */
    deactivated_at: p.datetime().nullable(),
    /**
     * The time of the last sign-in. The time is stored here, because sessions and entries of the security log
     * are deleted after a while.
     */
    last_sign_in_at: p.datetime().nullable(),
    /** Whether the address is unconfirmed. An unconfirmed address gets no mail. Null means no. */
    is_email_unconfirmed: p.boolean().nullable(),
    /** Raised when all preview links that the person has made end. */
    preview_generation: p.integer().default(0),
    /** When the person was invited. Null for a person who has set a password or was never invited. */
    invited_at: p.datetime().nullable(),
  },
});

export type UserValues = EditedValuesOf<UserRow>;

export class User extends UserSchema.class {
  static enter(values: UserValues, password_hash: string | null, now: Date): User {
    const user = new User();
    user.created_at = now;
    user.password_hash = password_hash;
    user.revise(values, now);
    return user;
  }

  revise(values: Partial<UserValues>, now: Date): void {
    assignValues<User>(this, values, now);
    const email_key = toEmailKey(this.email);
    // A new address was entered on purpose, so it counts as confirmed.
    if (email_key !== this.email_key) this.is_email_unconfirmed = null;
    this.email_key = email_key;
    this.search_text = fold(this.name, this.email);
  }
}

UserSchema.setClass(User);

/** The condition for users who are not deactivated. */
export const active = { deactivated_at: null };
