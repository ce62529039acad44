// Runs `node <program> …` on the Node that the project needs, whatever the machine has. Plain JavaScript
// without new syntax, because the oldest Node that npm supports must parse it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const NEEDED_MAJOR = 24;

const program = process.argv[2];
if (!program) {
  console.error('usage: node src/launch.js <program> [arguments]');
  process.exit(2);
}

// Set when this file runs once more, on the bundled Node.
const launcher = Number(process.env.ATRIUM_LAUNCHER);
if (launcher || process.env.npm_lifecycle_event) endWithParent(launcher || process.ppid);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR;
if (process.platform === 'linux' && /^src.commands/.test(program) && !process.env.MALLOC_MMAP_THRESHOLD_) {
  // glibc raises this to the size of each large block that is freed, and then keeps freed memory. A set one
  // stays.
  process.env.MALLOC_MMAP_THRESHOLD_ = '1048576';
  // Each thread would get a heap of its own, which keeps what the thread has freed.
  process.env.MALLOC_ARENA_MAX = process.env.MALLOC_ARENA_MAX || '2';
  // glibc reads both when a program starts, so this process starts again, with the same process id.
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  if (isNewEnough) process.execve(process.execPath, again, process.env);
}
delete process.env.ATRIUM_LAUNCHER;
if (isNewEnough) {
  process.argv.splice(1, 1);
  process.argv[1] = resolve(program);
  await import(pathToFileURL(process.argv[1]).href).catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') refuseUnfinishedInstall();
    throw error;
  });
} else {
  runOnBundledNode();
}

/** An optional dependency. Undefined on a platform without one. */
function findBundledNode() {
  const os = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${os}-${process.arch}/package.json`);
    const binary = join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/** npm writes this file when an install is complete. */
function refuseUnfinishedInstall() {
  if (existsSync(new URL('../node_modules/.package-lock.json', import.meta.url))) return;
  console.error(
    'The packages are not installed, or not completely. Please run `npm ci`, and wait until it ends.',
  );
  process.exit(1);
}

function runOnBundledNode() {
  const node = findBundledNode();
  if (!node) {
    refuseUnfinishedInstall();
    console.error(
      `Atrium needs Node ${NEEDED_MAJOR} or newer, and this is ${process.version}. It brings its own for Linux and Windows; ` +
        `on ${process.platform === 'darwin' ? 'macOS' : process.platform} please install Node ${NEEDED_MAJOR} and try again.`,
    );
    process.exit(1);
  }
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, ATRIUM_LAUNCHER: String(process.pid) },
  });
  // A terminal sends Ctrl-C to the child too. This process must not end before it.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/**
 * npm's shell does not always pass SIGTERM on. When the parent ends, its process id changes, without an
 * event.
 */
function endWithParent(parent) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
