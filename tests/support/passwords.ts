import type { NewPasswordCtx } from '../../src/modules/auth/new-password.ts';
import { readPasswordFilter } from '../../src/security/password-filter.ts';
import type { Passwords } from '../../src/security/passwords.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';

/** Returns the context for checking new passwords. The list of common passwords comes from the build. */
export async function newPasswordContext(
  company: { name: string; legal_name: string } = settingDefaults.company,
): Promise<NewPasswordCtx> {
  return {
    passwordFilter: await readPasswordFilter('dist'),
    publicUrl: 'https://www.harbour-books.example.com',
    siteSettings: { current: async () => ({ company }) },
  };
}

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
