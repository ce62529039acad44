import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns } from '../../database/columns.ts';
import { fold } from '../../database/search.ts';
import type { Role } from '../../shared/roles.ts';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    ...editableColumns(),
    name: p.text(),
    email: p.text(),
    /** The address folded, so that no two accounts differ in letter case only. */
    email_key: p.text().unique(),
    role: p.text().$type<Role>(),
    /** Argon2id; null for a person who can only come by single sign-on. */
    password_hash: p.text().nullable(),
    search_text: p.text(),
  },
});

/** A person of the staff. */
export class User extends UserSchema.class {
  /** Takes over name and address, and what is derived from them. */
  rename(name: string, email: string): void {
    this.name = name;
    this.email = email;
    this.email_key = fold(email);
    this.search_text = fold(name, email);
  }
}

UserSchema.setClass(User);
