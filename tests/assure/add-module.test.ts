import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { copyFiles } from '../mutations/copy.ts';

const run = promisify(execFile);

const feature = 'events';
const example = resolve('tests/fixtures/module-events');
const typesCache = 'node_modules/.cache/types.tsbuildinfo';

/** What a file of the checkout gets for the module: an import, and the last line of a list. */
interface Addition {
  import: string;
  list: string;
  line: string;
}

const kindsOfAct = ['New file', 'A line in', 'Run'] as const;
interface Act {
  kind: (typeof kindsOfAct)[number];
  /** A path or a command. */
  subject: string;
}
interface Step {
  title: string;
  acts: Act[];
}

/** @throws {Error} for a step without acts, and for an act of a kind that the recipe does not know */
function stepsOf(guide: string): Step[] {
  const [, section = ''] = guide.split('\n## Add a module\n');
  const [recipe = ''] = section.split('\n## ');
  return recipe.split(/^(?=\d+\. )/m).flatMap((text) => {
    const [title] = /^\d+\. \*\*\w+\.\*\*/.exec(text) ?? [];
    if (!title) return [];
    const acts = [...text.matchAll(/^ {3}- ([\w ]+): (.+)$/gm)].flatMap(([, label, subjects]) => {
      const kind = kindsOfAct.find((known) => known === label);
      if (!kind) throw new Error(`step ${title}: "${label}" is none of ${kindsOfAct.join(', ')}`);
      return [...subjects!.matchAll(/`([^`]+)`/g)].map(([, subject]) => ({
        kind,
        subject: subject!.replaceAll('<feature>', feature),
      }));
    });
    if (acts.length === 0) throw new Error(`step ${title}: it says nothing to do`);
    return [{ title, acts }];
  });
}

async function addLine(file: string, addition: Addition): Promise<void> {
  const text = await readFile(file, 'utf8');
  const start = text.indexOf(`${addition.list}\n`);
  if (start < 0) throw new Error(`${file} has no list "${addition.list}"`);
  const end = start + text.slice(start).search(/^[}\]]/m);
  const added = `${text.slice(0, end)}${addition.line}\n${text.slice(end)}`;
  await writeFile(file, added.replace(/^import /m, `${addition.import}\nimport `));
}

/** Runs a command of npm. Tests of both databases were renamed, so that they run on SQLite alone. */
async function runCommand(checkout: string, command: string): Promise<void> {
  const [name, , rest = ''] = command.replace(/^npm (?:run )?/, '').split(/( -- )/);
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const [program, ...args] = `${scripts[name!]} ${rest}`
    .replaceAll('.both', '')
    .trim()
    .split(/ +/)
    .flatMap(expandBraces);
  expect(program, command).toBe('node');
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const options = { cwd: checkout, env: { ...env, NO_COLOR: '1' }, maxBuffer: 100_000_000 };
  const { stdout } = await run(process.execPath, args, options);
  const skipped = stdout.split('\n').filter((line) => line.startsWith(' ↓'));
  if (skipped.length > 0) throw new Error(`runs no test of\n${skipped.join('\n')}`);
}

function expandBraces(word: string): string[] {
  const [, before, inner, after] = /^(.*)\{(.+)\}(.*)$/.exec(word) ?? [];
  return inner === undefined ? [word] : inner.split(',').map((part) => before + part + after);
}

async function copyCheckout(): Promise<string> {
  const checkout = await mkdtemp(join(tmpdir(), 'atrium-add-module-'));
  onTestFinished(() => rm(checkout, { recursive: true, force: true, maxRetries: 9 }));
  await copyFiles(checkout);
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
  // The compiler's record of the checkout, so that it reads only what the module changes.
  const record = join(checkout, 'compiled/module/types.tsbuildinfo');
  await mkdir(dirname(record), { recursive: true });
  if (existsSync(typesCache)) await cp(typesCache, record);
  const config = join(checkout, 'tsconfig.json');
  const rules = await readFile(config, 'utf8');
  await writeFile(config, rules.replace(typesCache, 'compiled/module/types.tsbuildinfo'));
  const tests = join(checkout, 'tests/server');
  for (const name of await readdir(tests)) {
    if (name.includes('.both.')) await rename(join(tests, name), join(tests, name.replace('.both', '')));
  }
  return checkout;
}

test('a module is added by the steps of CONTRIBUTING, in a copy because they change the checkout', async () => {
  const checkout = await copyCheckout();
  const additions: Record<string, Addition> = JSON.parse(await readFile(join(example, 'lines.json'), 'utf8'));
  const files = await readdir(example, { recursive: true });
  const unused = new Set([...files.filter((path) => /\.tsx?$/.test(path)), ...Object.keys(additions)]);
  const steps = stepsOf(await readFile('CONTRIBUTING.md', 'utf8'));

  const act = async ({ kind, subject }: Act) => {
    if (kind === 'Run') return runCommand(checkout, subject);
    if (!unused.delete(subject)) throw new Error(`the example has nothing for ${subject}`);
    const target = join(checkout, subject);
    if (kind === 'A line in') return addLine(target, additions[subject]!);
    await mkdir(dirname(target), { recursive: true });
    return cp(join(example, subject), target, { errorOnExist: true, force: false });
  };
  for (const { title, acts } of steps) {
    const ends = await Promise.allSettled(acts.map(act));
    const problems = ends.flatMap((end, at) =>
      end.status === 'rejected'
        ? [`${acts[at]!.subject}: ${end.reason.message}\n${end.reason.stdout ?? ''}`]
        : [],
    );
    expect(problems.join('\n'), `step ${title}`).toBe('');
  }
  expect([...unused], 'what no step says').toEqual([]);
}, 600_000);
