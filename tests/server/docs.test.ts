import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const pages = [...globSync('*.md'), ...globSync('{docs,prisma-free-migrations}/**/*.md')];
// The changelog and the record of removed parts name commands and files that are gone.
const history = ['CHANGELOG.md', join('docs', 'decisions', 'taken-out.md')];
const current = pages.filter((page) => !history.includes(page) && !page.includes('records'));

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

test.each(pages)('every link of %s leads to a file and a heading', (page) => {
  const targets = findAll(page, /\]\(([^)\s]+)\)/g).filter((target) => !/^https?:/.test(target));
  const broken = targets.filter((target) => {
    const [path, anchor] = target.split('#');
    const file = path ? normalize(join(dirname(page), path)) : page;
    if (!existsSync(file)) return true;
    return anchor !== undefined && !findAll(file, /^#+ (.+)$/gm).some((text) => anchorOf(text) === anchor);
  });
  expect(broken).toEqual([]);
});

test.each(current)('every command and path that %s names exists', (page) => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const commands = findAll(page, /npm run ([a-z][a-z:-]*)/g);
  expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const paths = findAll(page, /`((?:src|client|tests|docs|prisma-free-migrations)\/[\w./{},-]+)`/g);
  expect(paths.flatMap(expand).filter((path) => !existsSync(path))).toEqual([]);
});
