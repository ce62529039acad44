import type { Database } from '../database/database.ts';
import type { SignedInOperation } from '../database/operation.ts';

/** Work of whoever may start a command: the activity log names them so, and no account has their id. */
export function commandLine(database: Database, now: Date): SignedInOperation {
  const viewer = { id: 0, name: 'Command line', email: '', role: 'admin', session_id: 0 } as const;
  return { em: database.fork(), read: database.read, viewer, now };
}
