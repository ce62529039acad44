import type { Passwords } from '../../src/security/passwords.ts';

export interface CountingPasswords extends Passwords {
  /** How many passwords have been judged. */
  judged: number;
}

/** Passwords that cost nothing: for tests about how often one is judged, not about how. */
export function cheapPasswords(): CountingPasswords {
  const passwords: CountingPasswords = {
    judged: 0,
    expectRoom: () => {},
    hash: async (password) => `cheap:${password}`,
    verify: async (hash, password, first) => {
      await first?.();
      passwords.judged += 1;
      return hash === `cheap:${password}`;
    },
  };
  return passwords;
}
