import { readSettings } from '../../src/config/env.ts';
import { startServer } from '../../src/main.ts';
import { isShortForm } from './test-form.ts';
import { launch } from './running-server.ts';

interface Refused {
  code: unknown;
  output: string;
}

/**
 * Starts a server that is expected to end at once. The short form starts the server in this process, which is ten times
 * faster. This is sufficient, because `runAndExplainErrors` prints every reason in the same way. `process.test.ts` checks the
 * output with a real process. After the short form, this process may keep the data folder locked.
 */
export function startRefused(env: Record<string, string>): Promise<Refused> {
  return isShortForm ? startInside(env) : startRefusedProcess(env);
}

/** Starts the server in a separate process, in the short and in the full form. */
export async function startRefusedProcess(env: Record<string, string>): Promise<Refused> {
  const server = launch(env);
  return { code: await server.end(), output: server.output() };
}

async function startInside(env: Record<string, string>): Promise<Refused> {
  const client = { clientFolder: '', renderPage: async () => ({ status: 200, head: '', html: '' }) };
  try {
    await startServer(readSettings(env), client);
    return { code: 0, output: '' };
  } catch (error) {
    return { code: 1, output: `${error instanceof Error ? error.message : error}\n` };
  }
}
