import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { foldLetters } from '../../security/password-filter.ts';
import { hashSecret } from '../../security/tokens.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { findPasswordFormatProblem } from '../../shared/account-fields.ts';
import type { Context } from '../../trpc/context.ts';
import { Session } from './session.entity.ts';

export interface NewPasswordCtx extends Pick<Context, 'passwordFilter' | 'publicUrl'> {
  siteSettings: { current(): Promise<{ company: { name: string; legal_name: string } }> };
}

/**
 * The person whose password is judged. The name and the address may be empty or missing while they are
 * unknown.
 */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
}

/** Words that people often combine with the name of their company in a password. */
const additions = ['', 'admin', 'staff', 'office', 'password', 'welcome', 'it', 'itsolutions', 'solutions'];

/**
 * Returns a sentence that says what is wrong with a new password, or undefined. No rule requires different
 * kinds of characters (docs/product.md, §6.8).
 */
export async function findPasswordProblem(
  ctx: NewPasswordCtx,
  password: string,
  { name = '', email = '' }: PasswordOwner,
): Promise<string | undefined> {
  const problem = findPasswordFormatProblem(password);
  if (problem) return problem;
  const { company } = await ctx.siteSettings.current();
  const houses = [company.name, company.legal_name].map(toLetters).filter(Boolean);
  const names = [
    ...houses.flatMap((house) => additions.flatMap((more) => [house + more, more + house])),
    ...[company.name, company.legal_name, name, email, new URL(ctx.publicUrl).hostname].flatMap(wordsOf),
  ];
  return ctx.passwordFilter.findWeakness(password, { all: new Set(names), company: new Set(houses) });
}

/** @throws {RuleBroken} for the field `password` when `findPasswordProblem` finds a problem */
export async function expectGoodPassword(
  ctx: NewPasswordCtx,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = await findPasswordProblem(ctx, password, owner);
  if (problem) throw RuleBroken.of('password', problem);
}

/** Returns the words of a text, and all words joined into one. Removes everything except letters. */
function wordsOf(text: string): string[] {
  return [...text.split(/[^\p{L}\p{M}]+/u), text].map(toLetters).filter(Boolean);
}

function toLetters(text: string): string {
  return foldLetters(text).replace(/[^\p{L}]/gu, '');
}

/** Makes the panel ask for another password during the session with this token. */
export async function markWeakPassword({ em }: Ctx, { token }: { token: string }): Promise<void> {
  await em.nativeUpdate(Session, { token_hash: hashSecret(token) }, { has_weak_password: true });
}

/** Returns whether the panel asks for another password during the caller's session. */
export async function isPasswordNoticeShown({ em, viewer }: SignedInCtx): Promise<boolean> {
  return (await em.count(Session, { id: viewer.session_id, has_weak_password: true })) > 0;
}

export async function hidePasswordNotice({ em, viewer }: SignedInCtx): Promise<void> {
  await em.nativeUpdate(Session, { id: viewer.session_id }, { has_weak_password: false });
}
