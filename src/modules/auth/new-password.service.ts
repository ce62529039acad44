import { foldLetters } from '../../security/password-filter.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { findFormProblem } from '../../shared/password-rules.ts';
import type { Context } from '../../trpc/context.ts';

export interface NewPasswordCtx extends Pick<Context, 'passwordFilter' | 'publicUrl'> {
  siteSettings: { current(): Promise<{ company: { name: string; legal_name: string } }> };
}

/** The owner of the password. Both members may still be unknown or empty. */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
}

/** Words that people often add to the name of their company. */
const additions = ['', 'admin', 'staff', 'office', 'password', 'welcome', 'it', 'itsolutions', 'solutions'];

/** Returns in words what is wrong with a new password. It need not mix kinds of characters (docs/product.md, §6.8). */
export async function findPasswordProblem(
  ctx: NewPasswordCtx,
  password: string,
  { name = '', email = '' }: PasswordOwner,
): Promise<string | undefined> {
  const problem = findFormProblem(password);
  if (problem) return problem;
  const { company } = await ctx.siteSettings.current();
  const houses = [company.name, company.legal_name].map(toLetters).filter(Boolean);
  const names = [
    ...houses.flatMap((house) => additions.flatMap((more) => [house + more, more + house])),
    ...[company.name, company.legal_name, name, email, new URL(ctx.publicUrl).hostname].flatMap(wordsOf),
  ];
  return ctx.passwordFilter.findWeakness(password, { all: new Set(names), company: new Set(houses) });
}

/** @throws {RuleBroken} naming `password` */
export async function expectGoodPassword(
  ctx: NewPasswordCtx,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const problem = await findPasswordProblem(ctx, password, owner);
  if (problem) throw RuleBroken.of('password', problem);
}

/** Returns the words of the company's name, and all of them joined. */
function wordsOf(text: string): string[] {
  return [...text.split(/[^\p{L}\p{M}]+/u), text].map(toLetters).filter(Boolean);
}

function toLetters(text: string): string {
  return foldLetters(text).replace(/[^\p{L}]/gu, '');
}
