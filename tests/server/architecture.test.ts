import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { chunkPatterns } from '../../src/build/client.ts';
import { httpNames } from '../../src/build/server.ts';
import { foldersWithRules, renderRules, rulesPath, starts } from '../layers.ts';

const foldersRead = ['src', 'client', 'packages', 'prisma-free-migrations', 'samples'];

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

test('Biome has the rules of all folders about what they may import', () => {
  expect(readFileSync(rulesPath, 'utf8'), `node src/launch.js tests/layers.ts writes ${rulesPath}`).toBe(
    renderRules(),
  );
  const isOfRule = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
  const withoutRule = files.filter(
    (path) => dirname(path).includes('/') && !foldersWithRules.some((folder) => isOfRule(folder)(path)),
  );
  expect(withoutRule.filter((path) => !starts.some((name) => isOfRule(`src/${name}`)(path)))).toEqual([]);
});

test('a module never imports the router of another', () => {
  const moduleOf = (path: string) => /^src\/modules\/([\w-]+)\//.exec(path)?.[1];
  const broken = imports.filter(({ from, to }) => {
    const [own, other] = [moduleOf(from), moduleOf(to)];
    return own && other && own !== other && to.endsWith('.router.ts');
  });
  expect(broken.map(({ from, to }) => `${from} may not import ${to}`)).toEqual([]);
});

test('the client imports only types from the router', () => {
  const broken = imports.filter(
    ({ from, to, isType }) => sides(from) === 'client' && to === 'src/router.ts' && !isType,
  );
  expect(broken).toEqual([]);
});

test('only the start and the commands read the settings', () => {
  const readers = imports
    .filter(({ to, isType }) => to.startsWith('src/config/') && !isType)
    .map(({ from }) => from);
  expect(readers.filter((from) => !/^src\/(commands|config)\//.test(from))).toEqual([]);
});

test('one function reads the address of a client, which a proxy may have written in many ways', () => {
  const readers = globSync('src/**/*.ts').filter((path) =>
    /\bx-forwarded-for\b|\bremoteAddress\b(?!:|,| =)|\b(req|request|raw|socket)\.ips?\b|[{,] ips?[,:} ]/.test(
      readFileSync(path, 'utf8'),
    ),
  );
  expect(readers).toEqual(['src/http/server/hosts.ts', 'src/http/server/monitoring.ts']);
});

test('no file of the server imports from node:http what the build cannot take from it', () => {
  const unknown = globSync('src/**/*.ts').flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(/^import (?!type\b)([^;]+?) from '(?:node:)?https?';$/gm),
    ].flatMap(([, clause = '']) => namesIn(clause).filter((name) => !httpNames.includes(name))),
  );
  expect(unknown).toEqual([]);
  expect(namesIn('http, { type Server, createServer as make, globalAgent }')).toEqual([
    'createServer',
    'globalAgent',
  ]);
  expect(httpNames).toEqual(
    expect.arrayContaining(['createServer', 'request', 'Agent', 'validateHeaderName']),
  );
  expect(httpNames).not.toContain('globalAgent');
});

/** Returns the names of values in the clause of an import. */
function namesIn(clause: string): string[] {
  const named = /\{(.*)\}/s.exec(clause)?.[1] ?? '';
  return named
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => part.split(' ')[0]!);
}

test('no statement calls only for its error what the bundler counts as without effect, and drops', () => {
  const dropped = /^\s*(?:(?:de|en)codeURI(?:Component)?|BigInt|new (?:URL|RegExp|Intl\.\w+|Date))\(.*\);$/m;
  const files = globSync('src/**/*.ts').filter((path) => dropped.test(readFileSync(path, 'utf8')));
  expect(files).toEqual([]);
});

test('no two files import each other in a circle, not even for types', () => {
  // The types of all tables follow from the entities, which are above the database.
  const graph = Map.groupBy(
    imports.filter(({ from }) => from !== 'src/database/table-types.ts'),
    ({ from }) => from,
  );
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

test('what only its file uses is not exported', () => {
  const texts = [...files, 'vite.config.ts', ...globSync('tests/**/*.{ts,tsx}')].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const uses = new Map<string, number>();
  for (const text of texts)
    for (const name of new Set(text.match(/\w+/g))) uses.set(name, (uses.get(name) ?? 0) + 1);
  const declared = /^export (?:async |abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm;
  const lone = files
    .filter((path) => sides(path) !== 'packages')
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(declared)]
        .filter(([, name]) => uses.get(name!) === 1)
        .map(([, name]) => `${path} exports ${name}`),
    );
  expect(lone).toEqual([]);
});

test('a file of the server has at most about 400 lines', () => {
  const long = globSync('src/**/*.ts').filter((path) => readFileSync(path, 'utf8').split('\n').length > 421);
  expect(long).toEqual([]);
});

test('each path that the chunks of the panel name belongs to a file', () => {
  const packages = [
    'react-dropzone',
    'file-selector',
    'attr-accept',
    '@mantine/dropzone',
    '@mantine/core/esm/*/*',
  ];
  const paths = globSync(['client/**/*', 'src/**/*', ...packages.map((name) => `node_modules/${name}/*`)]);
  const unknown = chunkPatterns
    .flatMap(({ source }) => alternativesOf(source))
    .filter((pattern) => !paths.some((path) => new RegExp(pattern).test(`/${path}`)));
  expect(unknown).toEqual([]);
});

/** Each way through the groups of a regular expression, and through what its lookaheads leave out. */
function alternativesOf(source: string): string[] {
  const tokens = source.match(/\[(?:\\.|[^\]])*\]|\\.|\(\?!|[\s\S]/g) ?? [];
  const readGroup = (): string[] => {
    const done: string[] = [];
    let open = [''];
    for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
      if (token === '|') done.push(...open.splice(0, open.length, ''));
      else if (token === '(') {
        const group = readGroup();
        open = open.flatMap((start) => group.map((end) => start + end));
      } else if (token === '(?!') {
        const excluded = readGroup().filter((pattern) => !pattern.startsWith('.*'));
        open = open.flatMap((start) => [start, ...excluded.map((pattern) => `${start}(?=${pattern})`)]);
      } else open = open.map((start) => start + token);
    }
    return [...done, ...open];
  };
  return readGroup();
}

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

test('the panel loads the styles of each Mantine component that it uses', () => {
  const styles = new Set(readdirSync('node_modules/@mantine/core/styles'));
  const panel = globSync('client/admin/**/*.{css,tsx}').map((path) => readFileSync(path, 'utf8'));
  const loaded = new Set(panel.flatMap((text) => text.match(/(?<=core\/styles\/)\w+\.layer\.css/g) ?? []));
  const used = panel
    .flatMap((text) => text.match(/(?<=import \{)[^}]*(?=\} from '@mantine\/core')/g) ?? [])
    .flatMap((names) => names.match(/\b[A-Z]\w*/g) ?? [])
    .map((name) => `${name}.layer.css`);
  expect(used.filter((file) => styles.has(file) && !loaded.has(file))).toEqual([]);
});

test('the browser code casts past the types in two places only', () => {
  // The options of a passkey have the types of the library, and an autosave has those of its form.
  const places = files
    .filter((path) => path.startsWith('client/'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/as never\b(?! \w)|as unknown as|getUntypedClient/g)].map(
        () => path,
      ),
    );
  expect(places.toSorted()).toEqual([
    'client/admin/auth/passkeys.ts',
    'client/admin/form/autosave/server-autosave.ts',
  ]);
});
