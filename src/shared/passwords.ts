const minLength = 8;
const maxLength = 128;

/** As a password is hashed and judged. Some keyboards send `ü` as one character, others as `u` and a mark. */
export function composePassword(password: string): string {
  return password.normalize('NFC');
}

/** The first rule that the password breaks, as a message. Common passwords are checked elsewhere. */
export function findPasswordFormatProblem(typed: string): string | undefined {
  const password = composePassword(typed);
  const characters = [...password];
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.';
  if (characters.length < minLength) return `The password needs at least ${minLength} characters.`;
  if (characters.length > maxLength) return `The password may have at most ${maxLength} characters.`;
  if (new Set(characters).size === 1) return 'The password needs more than one kind of character.';
  return undefined;
}

/** Where passkeys are bound to. Undefined for an IP address, and without HTTPS but on localhost. */
export function passkeyHost(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return !isAddress && (protocol === 'https:' || isLocal) ? hostname : undefined;
}
