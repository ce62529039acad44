import { isRefusedEvent, type SecurityLine } from '../shared/security-events.ts';

/** In the format of the server's log, to standard error. Standard output is for the operator. */
export function logSecurity(line: SecurityLine): void {
  const level = isRefusedEvent(line.type) ? 40 : 30;
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), ...line })}\n`);
}
