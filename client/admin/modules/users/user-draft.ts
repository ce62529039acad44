import type { User } from './user-types.ts';

/** The draft of a user. It never contains the stored password. */
export interface UserDraft extends Pick<User, 'name' | 'email' | 'role'> {
  password: string;
}

export const emptyUser: UserDraft = { name: '', email: '', role: 'user', password: '' };

export function toDraft({ name, email, role }: User): UserDraft {
  return { name, email, role, password: '' };
}
