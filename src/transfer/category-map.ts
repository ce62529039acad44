import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Choices, findValue, valuesOf } from '../shared/settings/choices.ts';
import type { Survey } from './incoming.ts';

/** Maps the categories of another site, by key, to those of this site. Null while undecided. */
export type CategoryMap = Map<string, string | null>;

const MapFile = z.object({
  categories: z.record(
    z.string(),
    z.object({
      name: z.string(),
      to: z.string().nullable(),
    }),
  ),
});

/** Asks a person which category of this site corresponds to the given one. */
export type AskCategory = (name: string, categories: readonly string[]) => Promise<string>;

/**
 * Uses the mapping file first, then the mapping of a parent category, then a person's answer. Answers and
 * undecided categories are written to the file.
 */
export async function mapCategories(
  { categories }: Survey,
  { file, ask, choices }: { file: string; ask: AskCategory | undefined; choices: Choices },
): Promise<CategoryMap> {
  const known = await readMap(file, choices);
  const ours = valuesOf(choices, 'blog_categories');
  const map: CategoryMap = new Map();
  const categoryOf = (keys: string[]) => keys.map((key) => known[key]?.to).find(Boolean) ?? null;
  for (const [key, { name, parents }] of categories) {
    const category = categoryOf([key, ...parents]) ?? ((await ask?.(name, ours)) || null);
    map.set(key, category);
    known[key] = { name, to: category };
  }
  if (categories.size > 0) await writeFile(file, `${JSON.stringify({ categories: known }, null, 2)}\n`);
  return map;
}

/** Returns undefined when every category is decided. */
export function explainOpen(
  map: CategoryMap,
  { categories }: Survey,
  { file, choices }: { file: string; choices: Choices },
): string | undefined {
  const open = [...map].filter(([, to]) => to === null).map(([key]) => categories.get(key)?.name ?? key);
  if (open.length === 0) return undefined;
  return [
    `${open.length} categories are not mapped yet: ${open.join(', ')}.`,
    `Fill them in in ${file} (each "to" is one of: ${valuesOf(choices, 'blog_categories').join(', ')}) and run again with --map ${file}`,
  ].join('\n');
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
  const named = Object.entries(parsed.data.categories).map(([key, { name, to }]) => {
    const category = to === null ? null : findValue(choices, 'blog_categories', to);
    if (category !== undefined) return [key, { name, to: category }];
    const ours = valuesOf(choices, 'blog_categories').join(', ');
    throw new Error(`${file}: categories.${key}.to must be one of ${ours}`);
  });
  return Object.fromEntries(named) as typeof parsed.data.categories;
}
