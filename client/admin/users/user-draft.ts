import type { User } from './user-types.ts';

/** A user as the form holds them. A stored password is never part of it. */
export interface UserDraft extends Pick<User, 'name' | 'email' | 'role'> {
  password: string;
}

export const emptyUser: UserDraft = { name: '', email: '', role: 'user', password: '' };

export function toDraft({ name, email, role }: User): UserDraft {
  return { name, email, role, password: '' };
}
