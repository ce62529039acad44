import type { Passwords } from '../../src/security/passwords.ts';

export interface CountingPasswords extends Passwords {
  checked: number;
}

/** Hashes passwords instantly, for tests that count how often passwords are checked. */
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
