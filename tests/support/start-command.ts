import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

export const startCommand = [process.execPath, ...nodeFlags, 'src/commands/start.js'];

export const startEnvironment = { PATH: process.env.PATH, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX };
