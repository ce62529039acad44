import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { SignedInCtx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { readGroupState, storeSettingsGroup } from '../settings/groups.ts';
import { noListUses } from '../settings/choices.ts';
import { foldText } from '../shared/fold-text.ts';
import { type Choices, findStoredValue, storedValuesOf } from '../shared/settings/choices.ts';
import { choiceFields, findGroup } from '../shared/settings/groups.ts';
import { withEntryKeys } from '../shared/settings/group-values.ts';
import { plainText } from '../shared/writing/clean-html.ts';
import { shortenText } from './clean-post.ts';
import { noCategory, type ExportSurvey } from './incoming-content.ts';

/** By the keys of the categories on the other site. */
export type CategoryMap = Map<string, string>;

const list = 'blog_categories';
const maxName = choiceFields[list].fields.name.max;
const maxEntries = choiceFields[list].max!;

const MapFile = z.object({
  categories: z.record(
    z.string(),
    z.object({
      name: z.string(),
      to: z.string().nullable(),
    }),
  ),
});

interface Mapping {
  /** In which a person maps categories. The import writes all categories of the export into it. */
  file: string;
  choices: Choices;
  /** For all categories that the file does not map. Undefined when these keep their names. */
  fallback: string | undefined;
}

/**
 * The first that exists: the mapping in the file, that of the nearest mapped parent, `fallback`, the category
 * here with the same name, the name itself. Posts without a category can be mapped too, and get `fallback` or
 * else the first category here.
 * @throws {Error} when the file is not valid, or when it or `fallback` has a category that this site lacks
 */
export async function mapCategories(
  { categories }: ExportSurvey,
  { file, choices, fallback }: Mapping,
): Promise<CategoryMap> {
  const known = await readMap(file, choices);
  const ours = storedValuesOf(choices, list);
  const fallbackName = fallback === undefined ? undefined : findStoredValue(choices, list, fallback);
  if (fallback !== undefined && fallbackName === undefined)
    throw new Error(`--category-default must be one of ${ours.join(', ')}`);
  const map: CategoryMap = new Map();
  for (const [key, { name, parents }] of categories) {
    const mapped = [key, ...parents].map((each) => known[each]?.to).find(Boolean);
    const own = shortenText(plainText(name.split(' › ').at(-1) ?? ''), maxName);
    const same = ours.find((category) => foldText(category) === foldText(own));
    const asItIs = key === noCategory || !own ? ours[0]! : (same ?? own);
    map.set(key, mapped ?? fallbackName ?? asItIs);
    known[key] = { name: plainText(name), to: mapped ?? null };
  }
  if (categories.size > 0) await writeFile(file, `${JSON.stringify({ categories: known }, null, 2)}\n`);
  return map;
}

/** The names to add to the list here. Only categories that are the first of some post count. */
export function newCategories(map: CategoryMap, { categories }: ExportSurvey, choices: Choices): string[] {
  const ours = new Set(storedValuesOf(choices, list).map((name) => foldText(name)));
  const needed = [...map].filter(([key]) => categories.get(key)?.isFirst).map(([, name]) => name);
  const missing = needed.filter((name) => !ours.has(foldText(name)));
  return [...new Map(missing.map((name) => [foldText(name), name])).values()];
}

/**
 * Ignores names that are in the list already.
 * @throws {Error} when the list would have too many categories
 */
export async function addCategories(ctx: SignedInCtx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const group = findGroup('choices')!;
    const state = await readGroupState(tx, group);
    const before = state.values as Choices;
    const ours = new Set(storedValuesOf(before, list).map((name) => foldText(name)));
    const added = names.filter((name) => !ours.has(foldText(name)));
    const entries = [...before[list], ...added.map((name) => ({ name, motif: '', former: [] }))];
    if (entries.length > maxEntries)
      throw new Error(
        `A site may have ${maxEntries} categories, and this export has ${added.length} more. Name one for those that the file does not map: --category-default NAME`,
      );
    const values = withEntryKeys(group.fields, { ...before, [list]: entries });
    await storeSettingsGroup(tx, group, { state, values, uses: noListUses, reassign: undefined });
  });
}

async function readMap(file: string, choices: Choices): Promise<z.output<typeof MapFile>['categories']> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"categories":{}}';
    throw error;
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON`);
  }
  const parsed = MapFile.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${file}: ${issue?.path.join('.')} ${issue?.message}`);
  }
  const mappings = Object.entries(parsed.data.categories).map(([key, { name, to }]) => {
    const category = to === null ? null : findStoredValue(choices, list, to);
    if (category !== undefined) return [key, { name, to: category }];
    const ours = storedValuesOf(choices, list).join(', ');
    throw new Error(`${file}: categories.${key}.to must be one of ${ours}`);
  });
  return Object.fromEntries(mappings) as typeof parsed.data.categories;
}
