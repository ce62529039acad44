import { z } from 'zod';
import { oneOf } from './fields.ts';
import { parseRole, type Role, roles } from './roles.ts';

export const EmailAddress = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Email may have at most 254 characters')
  .pipe(z.email('Email must be a valid email address'));

/**
 * Returns the schema of a typed password. Spaces at the beginning and the end remain. The maximum length
 * keeps long input away from the slow password hash.
 */
export function typedPassword(label: string) {
  return z
    .string({ error: `${label} is required` })
    .min(1, `${label} is required`)
    .max(1024, `${label} may have at most 1,024 characters`);
}

export const RoleName = z.preprocess(
  (value: Role): unknown => (typeof value === 'string' ? (parseRole(value) ?? value) : value),
  oneOf('Role', roles),
);

/**
 * Returns the normalized email address by which accounts are found. Addresses that differ only in letter
 * case have the same result. Accents make a difference.
 */
export function toEmailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}
