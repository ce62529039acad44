import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photograph } from '../../support/pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-unsettled-'));
  await writeFile(join(folder, 'large.jpeg'), await photograph(6, { width: 3000, height: 2000 }));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command whose work is `body`, as the files of `src/commands` do. */
async function runProgram(imports: string, body: string) {
  const source = `import { runAndExplainErrors } from './src/run-command.ts'; ${imports}
    await runAndExplainErrors(async () => { ${body} });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await ended)[0], stdout, stderr };
}

test('a picture that reaches the time limit is reported by name, and the command goes on', async () => {
  const imports = `import { createPictureStore } from './src/pictures/processing/picture-store.ts';
    import { createFolderStorage } from './src/pictures/files/storage.ts';
    import { createImageProcessPool } from './src/pictures/processing/image-processes.ts';`;
  const pool = 'createImageProcessPool({ parallel: 1, maxWaiting: 1, maxMs: 1 })';
  const storage = `createFolderStorage(${JSON.stringify(folder)})`;
  const { code, stdout, stderr } = await runProgram(
    imports,
    `const pool = ${pool};
    const quarantine = ${JSON.stringify(join(folder, 'quarantine'))};
    const pictures = createPictureStore(${storage}, quarantine, pool);
    const outcome = (work) => work.then(() => 'done', (error) => error.message);
    console.log(await outcome(pictures.measure('uploads/large.jpeg')));
    console.log('went on');`,
  );
  expect({ code, stderr, lines: stdout.trim().split('\n') }).toEqual({
    code: 0,
    stderr: '',
    lines: ['uploads/large.jpeg: It took too much time or memory.', 'went on'],
  });
});

test('a command whose work never ends says so in a line, and its exit code is 1', async () => {
  const { code, stdout, stderr } = await runProgram('', `console.log('begun'); await new Promise(() => {});`);
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'begun\n' });
  expect(stderr).toBe('The command ended before its work was done. This is a defect of the program.\n');
});

test('a command that a full disk ends names the disks that can be full', async () => {
  const error = "Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })";
  const { code, stderr } = await runProgram('', `throw new Error('not migrated', { cause: ${error} });`);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'not migrated: no space is left on the disk of DATA_DIR, of the database, or of the file that is written\n',
  });
});

test.runIf(process.platform === 'linux')(
  'a program on the bundled Node ends with its launcher, even when the launcher is killed',
  async () => {
    const program = join(folder, 'program.mjs');
    await writeFile(
      program,
      `setInterval(() => {}, 1000);
       process.once('SIGTERM', () => { console.log('ended, ' + process.env.ATRIUM_LAUNCHER); process.exit(0); });
       console.log('begun');`,
    );
    // Makes the launcher believe that its Node is too old.
    const old = `if (!process.env.ATRIUM_LAUNCHER)
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });`;
    const parameters = [`--import=data:text/javascript,${encodeURIComponent(old)}`, 'src/launch.js', program];
    const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => child.kill('SIGKILL'));
    expect(await text(child.stdout)).toBe('begun\nended, undefined\n');
  },
);

test('a program of packages that are not all installed says so, and names no version of Node', async () => {
  const source = join(folder, 'src');
  await cp('src/launch.js', join(source, 'launch.js'));
  await writeFile(join(source, 'main.mjs'), "import 'a-package-that-is-not-there';");
  const child = spawn(process.execPath, ['src/launch.js', 'src/main.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  expect(await text(child.stderr)).toBe(
    'The packages are not installed, or not completely. Please run `npm ci`, and wait until it ends.\n',
  );
  expect((await ended)[0]).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'a command gets a threshold of malloc that stays, and keeps its process id, options and arguments',
  async () => {
    await cp('src/launch.js', join(folder, 'src/launch.js'));
    await mkdir(join(folder, 'src/commands'), { recursive: true });
    const told = '[process.pid, process.execArgv, process.argv.slice(2), process.env.MALLOC_MMAP_THRESHOLD_]';
    await writeFile(join(folder, 'src/commands/tell.mjs'), `console.log(JSON.stringify(${told}))`);
    const { MALLOC_MMAP_THRESHOLD_: _, ...env } = process.env;
    const parameters = ['--no-warnings', 'src/launch.js', 'src/commands/tell.mjs', 'a b'];
    const child = spawn(process.execPath, parameters, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(JSON.parse(await text(child.stdout))).toEqual([child.pid, ['--no-warnings'], ['a b'], '1048576']);
  },
);

test('a command that sets an exit code itself ends with it', async () => {
  const { code, stderr } = await runProgram('', 'process.exitCode = 3;');
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
});
