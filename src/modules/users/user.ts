import { defineEntity, LockMode, p } from '@mikro-orm/core';
import {
  assignValues,
  editableColumns,
  type EditedValuesOf,
  type StoredRow,
  textColumn,
  toEditableView,
} from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { tableReaderOf } from '../../database/list/table.ts';
import type { Tables } from '../../database/table-types.ts';
import { lockName } from '../../locks/name-lock.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import { Conflict, Forbidden, NotFound, NotSignedIn, RuleBroken } from '../../shared/errors.ts';
import { foldText } from '../../shared/fold-text.ts';
import { appearanceKeyOf, isImitation, mixesAlphabets } from '../../shared/look-alikes.ts';
import { programActors } from '../../shared/program-actors.ts';
import type { Role } from '../../shared/roles.ts';
import { UserRow, type UserStats } from './user.schema.ts';

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
    name: textColumn('writing'),
    email: textColumn('email'),
    /**
     * The email address in a normalised form, so that no two accounts have addresses that differ only in
     * letter case.
     */
    email_key: textColumn('email').unique(),
    role: textColumn('nothing').$type<Role>(),
    /** An Argon2id hash. Null for a user without a password. */
    password_hash: textColumn('secret').nullable(),
    search_text: textColumn('writing'),
    /** When the account was deactivated. Null for an active account. */
    deactivated_at: p.datetime().nullable(),
    /** Stored here because sessions and security log entries are deleted after a while. */
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
    this.search_text = foldText(this.name, this.email);
  }
}

UserSchema.setClass(User);

export const activeUserFilter = { deactivated_at: null };

export const noSuchUserMessage = 'There is no such user.';

export const userReader = tableReaderOf<UserRow>({
  name: 'users',
  view: UserRow,
  missing: noSuchUserMessage,
  pageSize: pageSizes.users,
  // The text begins with the name.
  sortedBy: { name: 'search_text' },
});

/** Everything that ends sessions locks the user first, which prevents deadlocks. @throws {NotFound} */
export function lockUser({ em }: Ctx, id: number): Promise<User> {
  const failHandler = () => new NotFound(noSuchUserMessage);
  return em.findOneOrFail(User, id, { failHandler, lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** For the command line. @throws {Error} with one line, when nobody has the address */
export async function lockUserByEmail({ em }: Ctx, email: string): Promise<User> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const user = await em.findOne(User, { email_key: toEmailKey(email) }, { lockMode });
  if (!user) throw new Error(`nobody has the address ${email}`);
  return user;
}

/** @throws {NotSignedIn} when an admin has just deleted the caller's account */
export function findOwnUser({ em, viewer }: SignedInCtx, lockMode = LockMode.NONE): Promise<User> {
  const failHandler = () => new NotSignedIn('Please sign in.');
  return em.findOneOrFail(User, viewer.id, { failHandler, lockMode });
}

/**
 * Other changes of admins wait, so of two admins who demote each other one fails.
 * @throws {Forbidden} when the caller is no longer an active admin
 */
export async function lockAdmins(tx: SignedInCtx): Promise<void> {
  await lockName(tx, 'admins');
  const isAdmin = await tx.em.count(User, { id: tx.viewer.id, role: 'admin', ...activeUserFilter });
  if (isAdmin === 0) throw new Forbidden('Your role does not permit this.');
}

/** @throws {Conflict} when nobody but the user `id` is an active admin */
export async function expectOtherAdmins({ em }: Ctx, id: number, message: string): Promise<void> {
  const others = await em.count(User, { role: 'admin', id: { $ne: id }, ...activeUserFilter });
  if (others === 0) throw new Conflict(message);
}

export function toUserRow(user: StoredRow<UserRow>): UserRow {
  return { ...toEditableView(user), name: user.name, email: user.email, role: user.role };
}

export function toUserStats({ total, by }: { total: number; by: Record<Role, number> }): UserStats {
  return {
    total_users: total,
    admin_users: by.admin,
    regular_users: by.user,
    hr_users: by.hr,
    content_moderator_users: by.content_moderator,
  };
}

/** For an entry of the security log. */
export function toSecurityEventDetails({ id, name, email, role }: User): Record<string, unknown> {
  return { of: id, name, email, role };
}

type NamesCtx = Pick<Ctx, 'em'>;

/**
 * A sentence, or undefined. Two people may have one name, but not two names that look the same. A person's current name
 * is never refused.
 */
export async function findNameProblem(
  { em }: NamesCtx,
  id: number,
  name: string,
): Promise<string | undefined> {
  const db = em.getKysely<Tables>();
  const people = await db.selectFrom('users').select(['id', 'name']).execute();
  if (people.some((person) => person.id === id && person.name === name)) return undefined;
  const joined = (text: string) => appearanceKeyOf(text).replaceAll(' ', '');
  if (programActors.some((actor) => joined(actor) === joined(name)))
    return 'In the log this is the name of the program, not of a person. Please choose another one.';
  if (mixesAlphabets(name))
    return 'A word of this name has letters of different alphabets, so it looks like another word. Please use one alphabet.';
  const other = people.find((person) => person.id !== id && isImitation(name, person.name));
  return (
    other && `This name looks like that of another person, ${other.name}, but has other letters or signs.`
  );
}

/** @throws {RuleBroken} for `name` */
export async function expectAcceptedName(ctx: NamesCtx, id: number, name: string): Promise<void> {
  const problem = await findNameProblem(ctx, id, name);
  if (problem) throw RuleBroken.of('name', problem);
}
