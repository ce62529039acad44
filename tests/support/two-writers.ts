import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { storeKey, createContext } from './stored-response-keys.ts';

const program = new URL('./second-writer.ts', import.meta.url);
const atOnce = 4;

/** Increments a stored number in many transactions, four at a time. Returns the errors of the failed transactions. */
export async function incrementOften(database: Database, times: number): Promise<string[]> {
  const refused: string[] = [];
  const raise = () =>
    inTransaction(createContext(database), async ({ em }) => {
      const db = em.getKysely();
      const { rows } = await sql<{ answer: string }>`select answer from kept_answers`.execute(db);
      await sql`update kept_answers set answer = ${String(Number(rows[0]!.answer) + 1)}`.execute(db);
    });
  const raiseShare = async () => {
    for (let time = 0; time < times / atOnce; time += 1)
      await raise().catch((error) => void refused.push(String(error)));
  };
  await Promise.all(Array.from({ length: atOnce }, raiseShare));
  return refused;
}

export async function incrementInTwoProcesses(database: Database, dataDir: string, times: number) {
  await storeKey(database, 'number', undefined, '0');
  const other = fork(program, [dataDir, String(times)], { execArgv: [] });
  await once(other, 'message');
  other.send('begin');
  const [ours, [theirs]] = await Promise.all([incrementOften(database, times), once(other, 'message')]);
  const { rows } = await sql<{ answer: string }>`select answer from kept_answers`.execute(database.read);
  return { number: Number(rows[0]!.answer), refused: [...ours, ...(theirs as string[])] };
}
