import type { Database } from '../database/database.ts';
import type { SignedInCtx } from '../database/ctx.ts';

/**
 * Returns the context of commands, with the rights of an admin. No account has the id 0. The activity log
 * shows the name 'Command line'.
 */
export function createCommandLineCtx(database: Database, now: Date): SignedInCtx {
  const viewer = { id: 0, name: 'Command line', email: '', role: 'admin', session_id: 0 } as const;
  return { em: database.fork(), read: database.read, viewer, now };
}
