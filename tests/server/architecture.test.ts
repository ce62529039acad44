import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

/** What a folder of the panel may import: these folders of the panel, and what every folder of it may. */
function panelFolder(...folders: string[]): string[] {
  return [
    ...folders.map((name) => `client/admin/${name}/**`.replace('**/**', '**')),
    ...['client/shared/**', 'client/api/**', 'client/session/**', 'client/styles/**'],
    ...['src/shared/**', 'src/modules/*/*.schema.ts', 'src/modules/*/*.facts.ts'],
  ];
}

// The import rules, which docs/architecture.md summarises: what the files of a folder may import. `*` stands for any one name.
const rules: Record<string, string[]> = {
  'src/main.ts': ['src/**', 'prisma-free-migrations/**'],
  'src/services.ts': ['src/**', 'prisma-free-migrations/**'],
  'src/backup-target.ts': ['src/**', 'prisma-free-migrations/**'],
  'src/sample-content.ts': ['src/config/**', 'src/services.ts', 'src/transfer/**'],
  'src/data-folder.ts': [],
  'src/listening.ts': ['src/config/**'],
  'src/program.ts': ['src/data-folder.ts'],
  'src/build/client.ts': [],
  'src/build/passwords.ts': ['src/security/**'],
  'src/build/server.ts': [],
  'src/access-matrix.ts': ['src/router.ts', 'src/trpc/**', 'src/shared/**'],
  'src/commands/**': ['src/**', 'prisma-free-migrations/**'],
  'src/app.ts': ['src/http/**', 'src/router.ts', 'src/media/**'],
  'src/router.ts': [
    'src/modules.ts',
    'src/modules/*/*.module.ts',
    'src/modules/*/*.router.ts',
    'src/trpc/**',
  ],
  'src/modules.ts': [
    'src/modules/*/*.module.ts',
    'src/modules/kit/**',
    'src/modules/records/**',
    'src/database/**',
    'src/media/**',
    'src/shared/**',
  ],
  'src/entities.ts': ['src/modules.ts', 'src/**/*.entity.ts'],
  // Browsers read the facts of a module, so they contain data alone.
  'src/modules/*/*.facts.ts': ['src/shared/**'],
  // The kit knows no module: what is special about one stays in its folder.
  'src/modules/kit/**': [
    'src/modules/kit/**',
    'src/modules/*/*.service.ts',
    'src/trpc/**',
    'src/database/**',
    'src/media/**',
    'src/limits/**',
    'src/security/**',
    'src/workers/**',
    'src/shared/**',
  ],
  'src/modules/**': [
    'src/trpc/**',
    'src/database/**',
    'src/media/**',
    'src/mail/**',
    'src/idempotency/**',
    'src/limits/**',
    'src/security/**',
    'src/workers/**',
    'src/shared/**',
    'src/modules/**',
  ],
  'src/transfer/**': [
    'src/transfer/**',
    'src/database/**',
    'src/idempotency/**',
    'src/limits/**',
    'src/media/**',
    'src/shared/**',
    'src/modules.ts',
    'src/modules/kit/**',
    'src/modules/*/*.module.ts',
    'src/modules/*/*.service.ts',
    'src/modules/*/*.entity.ts',
    'src/modules/*/*.schema.ts',
    'src/modules/*/*.view.ts',
  ],
  'src/http/drawings/**': ['src/http/drawings/**', 'src/shared/**'],
  'src/http/**': [
    'src/http/**',
    'src/trpc/**',
    'src/media/**',
    'src/cache/**',
    'src/limits/**',
    'src/security/**',
    'src/database/**',
    'src/shared/**',
  ],
  'src/trpc/**': [
    'src/trpc/**',
    'src/database/**',
    'src/idempotency/**',
    'src/limits/**',
    'src/cache/**',
    'src/media/**',
    'src/mail/**',
    'src/security/**',
    'src/workers/**',
    'src/shared/**',
  ],
  'src/limits/**': ['src/limits/**', 'src/database/**', 'src/shared/**'],
  'src/cache/**': ['src/cache/**', 'src/database/**', 'src/shared/**'],
  'src/backup/**': ['src/backup/**', 'src/database/**', 'src/media/**', 'src/shared/**'],
  'src/database/**': ['src/database/**', 'src/workers/**', 'src/shared/**'],
  'src/media/**': ['src/media/**', 'src/workers/**', 'src/shared/**'],
  'src/mail/**': ['src/mail/**', 'src/shared/**'],
  'src/security/**': ['src/security/**', 'src/database/**', 'src/workers/**', 'src/shared/**'],
  'src/workers/**': ['src/workers/**', 'src/shared/**'],
  'src/config/**': ['src/shared/**'],
  'src/idempotency/**': ['src/idempotency/**', 'src/database/**', 'src/shared/**'],
  'src/shared/module-facts.ts': ['src/shared/columns.ts', 'src/modules/*/*.facts.ts'],
  'src/shared/**': ['src/shared/**'],
  'client/entry-*': ['client/**', 'src/shared/**'],
  'client/shared/**': ['client/shared/**', 'src/shared/**'],
  'client/site/**': [
    'client/site/**',
    'client/shared/**',
    'client/api/**',
    'client/styles/**',
    'src/shared/**',
    'src/modules/*/*.schema.ts',
    'src/modules/*/*.facts.ts',
  ],
  // The panel's folders, from the bottom to the top.
  'client/admin/core/**': panelFolder('core'),
  'client/admin/components/**': panelFolder('core', 'components'),
  'client/admin/library/**': panelFolder('core', 'components', 'library'),
  'client/admin/writing/**': panelFolder('core', 'components', 'library', 'writing'),
  'client/admin/fields/**': panelFolder('core', 'components', 'library', 'writing', 'fields'),
  'client/admin/auth/**': panelFolder('core', 'components', 'fields', 'auth'),
  'client/admin/list/**': panelFolder('core', 'components', 'fields', 'list'),
  'client/admin/preview/**': panelFolder('core', 'components', 'preview'),
  'client/admin/form/**': panelFolder('core', 'components', 'fields', 'auth', 'form'),
  'client/admin/resource/**': panelFolder(
    ...['core', 'components', 'library', 'fields', 'list', 'form', 'preview', 'resource'],
  ),
  'client/admin/shell/**': panelFolder('core', 'components', 'list', 'form', 'shell'),
  'client/admin/modules/**': panelFolder(
    ...['core', 'components', 'library', 'fields', 'auth', 'list', 'form', 'preview', 'resource'],
    ...['shell', 'modules'],
  ),
  'client/admin/app/**': panelFolder('**'),
  'client/session/**': ['client/session/**', 'client/api/**', 'src/shared/**'],
  'client/api/**': ['client/api/**', 'src/shared/**', 'src/router.ts', 'src/modules/*/*.schema.ts'],
  'prisma-free-migrations/**': ['prisma-free-migrations/**'],
  'samples/drawings/**': ['samples/drawings/**', 'src/http/drawings/**', 'src/shared/**'],
};

const foldersRead = ['src', 'client', 'prisma-free-migrations', 'samples'];

function matches(pattern: string, path: string): boolean {
  const expression = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '.*');
  return new RegExp(`^${expression}$`).test(path);
}

interface ImportLine {
  from: string;
  to: string;
  isType: boolean;
}

const files = foldersRead
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path));

const imports: ImportLine[] = files.flatMap((from) => {
  const text = readFileSync(from, 'utf8');
  const statement =
    /(?:^|\n)(import|export)(\s+type)?\s[^;'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)|\nimport '(\.[^']+)'/g;
  return [...text.matchAll(statement)].map(([, , type, named, lazy, bare]) => ({
    from,
    to: normalize(join(dirname(from), (named ?? lazy ?? bare)!)),
    isType: type !== undefined,
  }));
});

const sides = (path: string) => path.split('/')[0];

test('every import follows the rules of its folder', () => {
  const broken = imports.filter(({ from, to }) => {
    const rule = Object.keys(rules).find((pattern) => matches(pattern, from));
    return !rule || ![...(rules[rule] ?? [])].some((pattern) => matches(pattern, to));
  });
  expect(broken.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
});

test('a module imports of another only its definition, services and entities, and the kit only services', () => {
  const broken = imports.filter(({ from, to }) => {
    const [mine, theirs] = [from, to].map((path) => /^src\/modules\/(\w+)\//.exec(path)?.[1]);
    const given = mine === 'kit' ? /\.service\.ts$/ : /\.(module|service|entity)\.ts$/;
    return mine && theirs && theirs !== 'kit' && mine !== theirs && !given.test(to);
  });
  expect(broken.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
});

test('the client imports only types from the router', () => {
  const broken = imports.filter(
    ({ from, to, isType }) => sides(from) === 'client' && to === 'src/router.ts' && !isType,
  );
  expect(broken).toEqual([]);
});

test('a module of the panel never imports another one, nor a page of the site another page', () => {
  const shared = ['drawings', 'app', 'head', 'components', 'forms', 'enhancements'];
  const folderOf = (path: string) => /^client\/(?:site|admin\/modules)\/([\w-]+)\//.exec(path)?.[1];
  const broken = imports.filter(({ from, to }) => {
    const [mine, theirs] = [folderOf(from), folderOf(to)];
    if (!mine || !theirs || mine === theirs) return false;
    return !shared.includes(theirs) && !shared.includes(mine);
  });
  expect(broken.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
});

test('only the start and the commands read the settings', () => {
  const readers = imports
    .filter(({ to, isType }) => to.startsWith('src/config/') && !isType)
    .map(({ from }) => from);
  expect(readers.filter((from) => !from.startsWith('src/commands/'))).toEqual([]);
});

test('no two files import each other in a circle, not even for types', () => {
  const graph = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const findCircle = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const { to } of graph.get(path) ?? []) {
      const circle = findCircle(to, [...trail, path]);
      if (circle) return circle;
    }
    done.add(path);
    return undefined;
  };
  expect(files.flatMap((path) => findCircle(path, []) ?? [])).toEqual([]);
});

test('the client calls nothing that browsers offer on https alone', () => {
  const callers = files.filter((path) => sides(path) === 'client');
  const broken = callers.filter((path) => /\.randomUUID\(|crypto\.subtle/.test(readFileSync(path, 'utf8')));
  expect(broken).toEqual([]);
});

test('tests have one limit for waits and one source of random numbers', () => {
  const found = globSync('tests/{server,client,browser,assure,support}/**/*.{ts,tsx}').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => chanceOrOwnLimit.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

// `vi.waitFor` waits one second. A lock of SQLite has a timeout too.
const chanceOrOwnLimit =
  /Math\.random\b|\bvi\.waitFor\(|\bwaitForTimeout\(|^(?!.*sqlite).*\btimeout: (?:\d{1,4}|1[0-4]_\d{3})\b(?! \*)/i;
