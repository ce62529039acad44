import type { Passwords } from '../../src/security/passwords.ts';

export interface CountingPasswords extends Passwords {
  checked: number;
}

/** Returns a password service that costs nothing, for tests of how often passwords are checked. */
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
