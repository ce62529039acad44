import { commonPasswords } from './common-passwords.ts';
import { company } from './company.ts';
import { RuleBroken } from './errors.ts';

const minLength = 8;
const maxLength = 128;

const ownWords = ['', 'admin', 'staff', 'office', 'password', 'welcome', 'it', 'itsolutions', 'solutions'];
const ownNames = new Set(
  [company.name, company.legal_name].flatMap((name) => {
    const letters = lettersOf(name);
    return ownWords.flatMap((word) => [letters + word, word + letters]);
  }),
);

/**
 * Returns what is wrong with a new password, worded for its owner; undefined if nothing is. A password needs 8 to 128 characters
 * and must not be a common one. It need not mix kinds of characters (docs/product.md, §6.8).
 */
export function findPasswordProblem(password: string): string | undefined {
  const characters = [...password];
  if (!password.isWellFormed()) return 'The password contains characters that can not be stored.';
  if (characters.length < minLength) return `The password needs at least ${minLength} characters.`;
  if (characters.length > maxLength) return `The password may have at most ${maxLength} characters.`;
  if (commonPasswords.has(password.toLowerCase()) || new Set(characters).size === 1)
    return 'This password is one of the first that anybody would try. Please choose another one.';
  if (ownNames.has(lettersOf(password)))
    return 'This password is easily guessed from our name. Please choose another one.';
  return undefined;
}

/** Checks a new password. @throws {RuleBroken} under the field when the password is not acceptable */
export function expectGoodPassword(password: string, field = 'password'): void {
  const problem = findPasswordProblem(password);
  if (problem) throw RuleBroken.of(field, problem);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}
