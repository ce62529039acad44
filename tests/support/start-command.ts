import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** The flags that `npm start` hands to Node. */
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

/** What `npm start` runs. */
export const startCommand = [process.execPath, ...nodeFlags, 'src/commands/start.js'];

/** What a process started so finds in its environment besides its settings, as `src/launch.js` has set it for us. */
export const startEnvironment = { PATH: process.env.PATH, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX };
