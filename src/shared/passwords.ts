const minLength = 8;
const maxLength = 128;

/**
 * Returns the spelling of a password that is hashed and judged. Some keyboards send `ü` as one character, others as `u`
 * and a mark.
 */
export function composePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Returns the first rule that the password breaks, as a message. Returns undefined if no rule is broken. The
 * lists of common passwords are checked elsewhere.
 */
export function findPasswordFormatProblem(typed: string): string | undefined {
  const password = composePassword(typed);
  const characters = [...password];
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.';
  if (characters.length < minLength) return `The password needs at least ${minLength} characters.`;
  if (characters.length > maxLength) return `The password may have at most ${maxLength} characters.`;
  if (new Set(characters).size === 1) return 'The password needs more than one kind of character.';
  return undefined;
}

/**
 * Returns the host name to which passkeys are bound. Returns undefined for an IP address, and for a site that has no
 * HTTPS and is not on localhost. Passkeys cannot work there.
 */
export function passkeyHost(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return !isAddress && (protocol === 'https:' || isLocal) ? hostname : undefined;
}
