import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** The flags that `npm start` passes to Node. */
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** The command behind `npm start`. */
export const startCommand = [process.execPath, ...nodeFlags, 'src/commands/start.js'];

/** The environment of such a process besides its settings, as `src/launch.js` sets it. */
export const startEnvironment = { PATH: process.env.PATH, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX };
