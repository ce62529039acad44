import { commonPasswords } from './common-passwords.ts';
import { RuleBroken } from './errors.ts';
import type { SiteSettings } from './settings/site.ts';

type Names = Pick<SiteSettings['company'], 'name' | 'legal_name'>;

const minLength = 8;
const maxLength = 128;

const ownWords = ['', 'admin', 'staff', 'office', 'password', 'welcome', 'it', 'itsolutions', 'solutions'];

/** Returns undefined for a good password, which need not mix kinds of characters (docs/product.md, §6.8). */
export function findPasswordProblem(password: string, names: Names): string | undefined {
  const characters = [...password];
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.';
  if (characters.length < minLength) return `The password needs at least ${minLength} characters.`;
  if (characters.length > maxLength) return `The password may have at most ${maxLength} characters.`;
  if (commonPasswords.has(password.toLowerCase()) || new Set(characters).size === 1)
    return 'This password is one of the first that anybody would try. Please choose another one.';
  if (isOwnName(lettersOf(password), names))
    return 'This password is easily guessed from our name. Please choose another one.';
  return undefined;
}

export function expectGoodPassword(password: string, names: Names): void {
  const problem = findPasswordProblem(password, names);
  if (problem) throw RuleBroken.of('password', problem);
}

function isOwnName(letters: string, { name, legal_name }: Names): boolean {
  return [name, legal_name].map(lettersOf).some((own) => {
    if (own === '') return false;
    return ownWords.some((word) => letters === own + word || letters === word + own);
  });
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}
