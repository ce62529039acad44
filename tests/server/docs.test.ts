import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const pages = [...globSync('*.md'), ...globSync('{docs,prisma-free-migrations}/**/*.md')];
// The changelog names commands and files that are gone.
const current = pages.filter((page) => page !== 'CHANGELOG.md' && !page.includes('records'));

const textOf = (page: string) => readFileSync(page, 'utf8');

function findAll(page: string, pattern: RegExp): string[] {
  return [...textOf(page).matchAll(pattern)].map(([, found]) => found!);
}

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Expands `{a,b}`, as in `src/{main,app}.ts`. */
function expand(path: string): string[] {
  const [whole, names] = /\{([^}]+)\}/.exec(path) ?? [];
  return whole && names ? names.split(',').map((name) => path.replace(whole, name)) : [path];
}

test('every link of a page leads to a file and a heading', () => {
  const broken = pages.flatMap((page) =>
    findAll(page, /\]\(([^)\s]+)\)/g)
      .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path, anchor] = target.split('#');
  const file = path ? normalize(join(dirname(page), path)) : page;
  if (!existsSync(file)) return false;
  return anchor === undefined || findAll(file, /^#+ (.+)$/gm).some((text) => anchorOf(text) === anchor);
}

test('every command and path that a page names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const paths = /`((?:src|client|tests|docs|prisma-free-migrations)\/[\w./{},-]+)`/g;
  const missing = current.flatMap((page) => {
    const commands = findAll(page, /npm run ([a-z][a-z:-]*)/g).filter(
      (name) => !Object.hasOwn(scripts, name),
    );
    const files = findAll(page, paths).flatMap(expand);
    return [...commands, ...files.filter((path) => !existsSync(path))].map((name) => `${page}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('every file that a page names by its name alone exists', () => {
  const sources = '{src,client,tests,packages,samples,prisma-free-migrations}/**/*.{ts,tsx}';
  const names = new Set(globSync(sources).map((path) => basename(path)));
  const missing = [...current, 'docs/records/asvs.md'].flatMap((page) =>
    findAll(page, /`([\w./-]*\w\.tsx?)`/g)
      .filter((path) => !path.startsWith('.') && !names.has(basename(path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});
