import { version01 } from './0.1.ts';
import { version02 } from './0.2.ts';
import { version10 } from './1.0.ts';
import { steps11 } from './1.1.ts';

/** All migrations in the order in which they run. */
export const migrations = [version01, version02, version10, ...steps11];
