import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTestPackages } from './support/test-packages.ts';

// Formats and lints: `npm run format`, `npm run lint`. Biome is installed with the packages of the tests.
const program = join(await installTestPackages(), 'node_modules/@biomejs/biome/bin/biome');
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
