import type { Passwords } from '../../src/security/passwords.ts';

export interface CountingPasswords extends Passwords {
  /** How many passwords have been judged. */
  checked: number;
}

/** Passwords that cost nothing: for tests about how often one is judged, not about how. */
export function cheapPasswords(): CountingPasswords {
  const passwords: CountingPasswords = {
    checked: 0,
    assertCapacity: () => {},
    hash: async (password) => `cheap:${password}`,
    verify: async (hash, password, first) => {
      await first?.();
      passwords.checked += 1;
      return hash === `cheap:${password}`;
    },
  };
  return passwords;
}
