import { globSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// What may import what. `node src/launch.js tests/layers.ts` writes it for Biome, so that editors and `npm run lint`
// show an import across layers as an error.

export const rulesPath = 'tests/layers.json';

/** The folders of the server: each layer imports itself and the ones before it. */
const serverLayers: readonly (readonly string[])[] = [
  ['shared'],
  ['config'],
  ['workers'],
  ['database'],
  ['locks'],
  ['security', 'limits', 'mail', 'cache', 'idempotency'],
  ['pictures'],
  ['trpc'],
  ['log'],
  ['settings'],
  ['content'],
  ['modules', 'content-modules.ts', 'entities.ts'],
  ['transfer', 'backup'],
  ['http'],
];
/** What stands above the layers: the start, the commands and the build import everything. */
export const starts = ['build', 'commands'];

/** What a folder of the panel may import: these folders of it, and what all of them may. */
function panelFolder(...folders: string[]): string[] {
  return [
    ...folders.map((name) => `client/admin/${name}`.replace(/\/$/, '')),
    ...['client/shared', 'client/api', 'client/session', 'client/styles'],
    ...['src/shared', 'src/**/*.schema.ts'],
  ];
}

/** The other folders, from the bottom to the top. */
const folders: Record<string, readonly string[]> = {
  'client/shared': ['src/shared'],
  'client/site': ['client/shared', 'client/api', 'client/styles', 'src/shared', 'src/**/*.schema.ts'],
  'client/admin/core': panelFolder(),
  'client/admin/components': panelFolder('core'),
  'client/admin/library': panelFolder('core', 'components'),
  'client/admin/writing': panelFolder('core', 'components', 'library'),
  'client/admin/fields': panelFolder('core', 'components', 'library', 'writing'),
  'client/admin/auth': panelFolder('core', 'components', 'fields'),
  'client/admin/list': panelFolder('core', 'components', 'fields'),
  'client/admin/preview': panelFolder('core', 'components'),
  'client/admin/form': panelFolder('core', 'components', 'fields', 'auth'),
  'client/admin/resource': panelFolder(
    ...['core', 'components', 'library', 'fields', 'list', 'form', 'preview'],
  ),
  'client/admin/shell': panelFolder('core', 'components', 'list', 'form'),
  'client/admin/modules': panelFolder(
    ...['core', 'components', 'library', 'fields', 'auth', 'list', 'form', 'preview', 'resource', 'shell'],
  ),
  'client/admin/app': panelFolder(''),
  'client/session': ['client/api', 'src/shared'],
  'client/api': ['src/shared', 'src/router.ts', 'src/**/*.schema.ts'],
  'prisma-free-migrations': [],
  'samples/drawings': ['src/http/drawings', 'src/shared'],
  'samples/programs': [],
  'packages/client': [],
};

/** Folders whose folders never import one another, but for these. Without these, one rule is for all, also for new ones. */
const siblings: Record<string, readonly string[]> = {
  'client/site': ['drawings', 'app', 'head', 'components', 'blocks', 'forms', 'enhancements'],
  'client/admin/modules': [],
};

interface Rule {
  folder: string;
  allowed: readonly string[];
}

const serverRules: Rule[] = serverLayers.flatMap((names, layer) => {
  const allowed = serverLayers.slice(0, layer + 1).flat();
  return names
    .filter((name) => !name.endsWith('.ts'))
    .map((name) => ({
      folder: `src/${name}`,
      // The version, which the API states.
      allowed: [...allowed.map((path) => `src/${path}`), ...(name === 'http' ? ['package.json'] : [])],
    }));
});
const otherRules: Rule[] = Object.entries(folders).flatMap(([folder, allowed]) => {
  const shared = siblings[folder];
  if (!shared) return [{ folder, allowed }];
  if (shared.length === 0) return [{ folder: `${folder}/*`, allowed }];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map(({ name }) => ({
    folder: `${folder}/${name}`,
    allowed: [...(shared.includes(name) ? [folder] : shared.map((path) => `${folder}/${path}`)), ...allowed],
  }));
});

/** Patterns of Biome are relative to the importing file, so each depth of folders has its own. */
function overridesOf({ folder, allowed }: Rule) {
  const depthOf = (path: string) => path.split('/').length;
  const files = globSync(`${folder}/**/*.{ts,tsx}`);
  const depths = new Set(files.map((path) => depthOf(dirname(path)) - depthOf(folder)));
  return [...depths].sort().map((depth) => {
    const place = join(folder, 'x/'.repeat(depth));
    const outside = '../'.repeat(depth + 1);
    const others = allowed.filter((path) => path !== folder);
    const exceptions = others.map(
      (path) => `!${relative(place, path)}${/\.(tsx?|json)$/.test(path) ? '' : '/**'}`,
    );
    return override(`${folder}/${'*/'.repeat(depth)}*`, folder, [
      `${outside}**`,
      `!${outside}**/*.facts.ts`,
      ...exceptions,
    ]);
  });
}

function override(files: string, name: string, group: string[]) {
  const message = `${name} may not import this: tests/layers.ts says what it may.`;
  const noRestrictedImports = { level: 'error', options: { patterns: [{ group, message }] } };
  return { includes: [files], linter: { rules: { style: { noRestrictedImports } } } };
}

/** The folders that a rule is about. */
export const foldersWithRules = [...serverRules.map(({ folder }) => folder), ...Object.keys(folders)];

export function renderRules(): string {
  const overrides = [
    ...[...serverRules, ...otherRules].flatMap(overridesOf),
    override(
      'src/*',
      'src',
      starts.map((name) => `./${name}/**`),
    ),
  ];
  return `{ "overrides": [\n${overrides.map((each) => JSON.stringify(each)).join(',\n')}\n] }\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(rulesPath, renderRules());
