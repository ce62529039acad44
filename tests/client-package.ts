import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expectNoArguments } from '../src/run-command.ts';
import { writeClientTypes } from './types.ts';

expectNoArguments('client', 'packs `packages/client` into an archive in `dist` that `npm install` takes');

const run = promisify(execFile);
const source = 'packages/client';
const folder = 'dist/client-package';

await writeClientTypes();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const compiler = resolve('node_modules/typescript/bin/tsc');
await run(process.execPath, [compiler, '--project', source]);
const { private: _, exports, ...manifest } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
const compiled = Object.entries(exports as Record<string, string>).map(([name, path]) => [
  name,
  { types: path.replace(/\.ts$/, '.d.ts'), default: path.replace(/\.ts$/, '.js') },
]);
await writeFile(
  join(folder, 'package.json'),
  JSON.stringify({ ...manifest, exports: Object.fromEntries(compiled) }, null, 2),
);
for (const file of ['LICENSE', join(source, 'README.md')])
  await cp(file, join(folder, file.split('/').at(-1)!));
const { stdout } = await run('npm', ['pack', `./${folder}`, '--pack-destination', 'dist', '--json'], {
  shell: process.platform === 'win32',
});
const [{ filename, files, size, unpackedSize }] = JSON.parse(stdout);
console.log(`dist/${filename}: ${files.length} files, ${size} bytes, unpacked ${unpackedSize}`);
