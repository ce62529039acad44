import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { foldLetters } from '../../security/password-filter.ts';
import { hashSecret } from '../../security/random-secrets.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { findPasswordFormatProblem } from '../../shared/account-fields.ts';
import type { Context } from '../../trpc/context.ts';
import { Session } from './session.entity.ts';

export interface NewPasswordCtx extends Pick<Context, 'passwordFilter' | 'publicUrl'> {
  siteSettings: { current(): Promise<{ company: { name: string; legal_name: string } }> };
}

/** Name and address may be empty while they are unknown. */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
}

/** What people often add to the name of their company in a password. */
const additions = ['', 'admin', 'staff', 'office', 'password', 'welcome', 'it', 'itsolutions', 'solutions'];

/** A sentence, or undefined. No rule asks for kinds of characters (docs/product.md, §6.8). */
export async function findPasswordProblem(
  ctx: NewPasswordCtx,
  password: string,
  { name = '', email = '' }: PasswordOwner,
): Promise<string | undefined> {
  const problem = findPasswordFormatProblem(password);
  if (problem) return problem;
  const { company } = await ctx.siteSettings.current();
  const companies = [company.name, company.legal_name].map(toLetters).filter(Boolean);
  const names = [
    ...companies.flatMap((word) => additions.flatMap((more) => [word + more, more + word])),
    ...[company.name, company.legal_name, name, email, new URL(ctx.publicUrl).hostname].flatMap(wordsOf),
  ];
  return ctx.passwordFilter.findWeakness(password, { all: new Set(names), company: new Set(companies) });
}

/** @throws {RuleBroken} for `password` */
export async function expectAcceptedPassword(
  ctx: NewPasswordCtx,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = await findPasswordProblem(ctx, password, owner);
  if (problem) throw RuleBroken.of('password', problem);
}

/** Letters only: each word, and all of them joined. */
function wordsOf(text: string): string[] {
  return [...text.split(/[^\p{L}\p{M}]+/u), text].map(toLetters).filter(Boolean);
}

function toLetters(text: string): string {
  return foldLetters(text).replace(/[^\p{L}]/gu, '');
}

export async function markWeakPassword({ em }: Ctx, { token }: { token: string }): Promise<void> {
  await em.nativeUpdate(Session, { token_hash: hashSecret(token) }, { has_weak_password: true });
}

export async function isPasswordNoticeShown({ em, viewer }: SignedInCtx): Promise<boolean> {
  return (await em.count(Session, { id: viewer.session_id, has_weak_password: true })) > 0;
}

export async function hidePasswordNotice({ em, viewer }: SignedInCtx): Promise<void> {
  await em.nativeUpdate(Session, { id: viewer.session_id }, { has_weak_password: false });
}
