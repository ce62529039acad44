import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

export const nodeFlags = flagsOf('start');

/** Returns the options for Node in a script of `package.json`: all words that begin with `--`. */
export function flagsOf(script: string): string[] {
  return (scripts[script] ?? '').split(' ').filter((word) => word.startsWith('--'));
}

export const startCommand = [process.execPath, ...nodeFlags, 'src/commands/start.js'];

export const startEnvironment = {
  PATH: process.env.PATH,
  // The values that `src/launch.js` sets for `npm start`.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX || '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};
