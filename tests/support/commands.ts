import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { flagsOf, startEnvironment } from './start-command.ts';

export interface CommandResult {
  code: number | NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command of the project as `npm run NAME -- …` does, but without npm. Returns the exit code or the
 * signal, and the output.
 */
export async function runCommand(
  env: Record<string, string>,
  name: string,
  words: string[] = [],
  nodeOptions: string[] = [],
): Promise<CommandResult> {
  const child = spawn(
    process.execPath,
    [...flagsOf(name), ...nodeOptions, `src/commands/${name}.ts`, ...words],
    {
      env: { ...startEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<CommandResult['code']>((done) =>
    child.once('exit', (code, signal) => done(code ?? signal)),
  );
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

/**
 * Runs a command once to count its calls to the file system. Then runs the command `steps` times, and kills each run at
 * a different call. The last run is killed at the last call. Calls `prepare` before every run, and `expectWhole` after
 * each run that should be killed. Returns how many runs were killed.
 * @throws {Error} when the first run has counted no calls
 */
export async function killAtSteps(
  run: (env: Record<string, string>, nodeOptions: string[]) => Promise<CommandResult>,
  {
    steps,
    prepare,
    expectWhole,
  }: { steps: number; prepare(): Promise<unknown>; expectWhole(at: number): Promise<unknown> },
): Promise<number> {
  const options = ['--import', resolve('tests/support/kill-at-file-call.ts')];
  await prepare();
  const { stderr } = await run({}, options);
  const calls = Number(/calls: (\d+)/.exec(stderr)?.[1]);
  if (!(calls > 0)) throw new Error(`the command did not count its calls: ${stderr}`);
  let killed = 0;
  for (let step = 0; step < steps; step += 1) {
    const at = Math.max(1, Math.round((calls * (step + 1)) / steps));
    await prepare();
    const { code } = await run({ KILL_AT: String(at) }, options);
    if (code === 'SIGKILL') killed += 1;
    await expectWhole(at);
  }
  return killed;
}
