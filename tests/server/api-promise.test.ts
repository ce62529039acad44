import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeApi } from '../../src/http/api/openapi.ts';
import { appRouter } from '../../src/router.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';

// What docs/programs.md promises: within version 1 nothing is removed, renamed or newly required. Additions pass. To add them
// to the promise with a release, run this file with KEEP_API=1.

const file = 'tests/fixtures/api-v1.txt';

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  required?: string[];
  enum?: unknown[];
  allOf?: Schema[];
}
interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string }>>;
  components: { schemas: Record<string, Schema> };
}

/** Returns the name of each operation and, by schema, of members and values. Lists that staff edit are no promise. */
function promisesOf({ paths, components }: ApiDocument): Map<string, string[]> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]): [string, string[]] => [
      `${method.toUpperCase()} ${path}`,
      [operationId],
    ]),
  );
  const edited = /^(BlogCategory|PortfolioCategory|TeamRole|TeamSection)$|StatsBy$/;
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => !edited.test(name))
    .map(([name, schema]) => [name, namesIn(schema, isJoined(name) ? components.schemas : {})] as const);
  return new Map<string, string[]>([...operations, ...schemas]);
}

/**
 * A required member ends in `*`. What a schema adds to another one of `known` has the members of both, and requires
 * what one of them requires.
 */
function namesIn(schema: Schema, known: Record<string, Schema>, inherited: string[] = []): string[] {
  const { properties = {}, enum: values = [], allOf = [] } = schema;
  const required = [
    ...inherited,
    ...(schema.required ?? []),
    ...allOf.flatMap((part) => part.required ?? []),
  ];
  const members = Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
  const parts = allOf.flatMap((part) => {
    if (!part.$ref) return namesIn(part, known, required);
    const other = known[part.$ref.split('/').at(-1)!];
    return other ? namesIn(other, known, required) : part.$ref;
  });
  return [...members, ...values.map(String), ...parts];
}

const isOfInput = (name: string) => /(Input|Change|Patch)$/.test(name);
/** Whether its members count together with those of the schemas that it extends. A change names its input instead. */
const isJoined = (name: string) => !/(Input|Change)$/.test(name);
const bare = (name: string) => name.replace('*', '');

test('nothing that programs were promised is gone, and no input needs more', async () => {
  const document = JSON.parse(
    JSON.stringify(await describeApi(appRouter, 'https://atrium.test', defaultSiteSettings)),
  ) as ApiDocument;
  const now = promisesOf(document);
  if (process.env.KEEP_API) {
    const lines = [...now].map(([name, names]) => `${name}: ${names.join(', ')}\n`);
    await writeFile(file, lines.join(''));
  }
  const kept = (await readFile(file, 'utf8')).trim().split('\n');
  const broken = kept.flatMap((line) => {
    const [name = '', list = ''] = line.split(/: (.*)/);
    const names = list.split(', ').filter(Boolean);
    const today = now.get(name) ?? [];
    const gone = names.filter((each) => !today.map(bare).includes(bare(each)));
    const mayBeAbsent = names.filter((each) => each.endsWith('*') && !today.includes(each));
    const isNeeded = (each: string) => each.endsWith('*') && !names.includes(each);
    return [
      ...gone.map((each) => `${name}.${bare(each)} is gone`),
      ...(isOfInput(name) ? [] : mayBeAbsent.map((each) => `${name}.${bare(each)} may be absent`)),
      ...(isOfInput(name) ? today.filter(isNeeded).map((each) => `${name}.${bare(each)} is needed`) : []),
    ];
  });
  expect(broken).toEqual([]);
});
