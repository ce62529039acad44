import { Foundation } from './20261121-foundation.ts';

/** All migrations in the order they run. A new one is appended; a released one is never edited. */
export const migrations = [{ name: '20261121-foundation', class: Foundation }];
