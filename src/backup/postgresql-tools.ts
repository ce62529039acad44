import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns false when `pg_dump` is not installed or is older than the server.
 * @throws {Error} with the first line of its output when the dump fails
 */
export async function dumpPostgresql(url: string, snapshot: string, file: string): Promise<boolean> {
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  try {
    await runTool('pg_dump', [...options, `--file=${file}`], url);
    return true;
  } catch (error) {
    if (isAbsent(error) || /server version mismatch/.test(wordsOf(error))) return false;
    throw new Error(`pg_dump failed: ${wordsOf(error)}`, { cause: error });
  }
}

/** @throws {Error} with the first line of the output of `pg_restore`, or when it is not installed */
export async function restorePostgresql(url: string, file: string): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  try {
    await runTool('pg_restore', [...options, file], url);
  } catch (error) {
    if (isAbsent(error)) throw new Error('this backup was made by pg_dump, and there is no pg_restore here');
    throw new Error(`pg_restore failed: ${wordsOf(error)}`, { cause: error });
  }
}

/** Other users of the machine can see the arguments, so the password goes into the environment. */
async function runTool(program: string, options: string[], url: string): Promise<void> {
  const address = new URL(url);
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const password = decodeURIComponent(address.password);
  address.password = '';
  await run(program, [...options, `--dbname=${address.href}`], {
    env: {
      LC_ALL: 'C',
      ...(PATH && { PATH }),
      ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
      PGPASSWORD: password,
    },
  });
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function wordsOf(error: unknown): string {
  const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
  return (stderr || message).trim().split('\n')[0] ?? '';
}
