import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type BlogCategory, blogCategories } from '../shared/catalog.ts';
import type { Survey } from './incoming.ts';

/** The categories of another site, by key. Null: not decided yet. */
export type CategoryMap = Map<string, BlogCategory | null>;

const MapFile = z.object({
  categories: z.record(
    z.string(),
    z.object({
      name: z.string(),
      to: z.enum(blogCategories, `must be one of ${blogCategories.join(', ')}`).nullable(),
    }),
  ),
});

export type AskCategory = (name: string) => Promise<BlogCategory>;

/**
 * The mapping file comes first, then the mapping of a parent category, then the answer of a person, which is stored
 * in the file. Without a person, undecided categories are written to the file.
 */
export async function mapCategories(
  { categories }: Survey,
  file: string,
  ask: AskCategory | undefined,
): Promise<CategoryMap> {
  const known = await readMap(file);
  const map: CategoryMap = new Map();
  const categoryOf = (keys: string[]) => keys.map((key) => known[key]?.to).find(Boolean) ?? null;
  for (const [key, { name, parents }] of categories) {
    const category = categoryOf([key, ...parents]) ?? ((await ask?.(name)) || null);
    map.set(key, category);
    known[key] = { name, to: category };
  }
  if (categories.size > 0) await writeFile(file, `${JSON.stringify({ categories: known }, null, 2)}\n`);
  return map;
}

/** Undefined when no category is undecided. */
export function explainOpen(map: CategoryMap, { categories }: Survey, file: string): string | undefined {
  const open = [...map].filter(([, to]) => to === null).map(([key]) => categories.get(key)?.name ?? key);
  if (open.length === 0) return undefined;
  return [
    `${open.length} categories are not mapped yet: ${open.join(', ')}.`,
    `Fill them in in ${file} (each "to" is one of: ${blogCategories.join(', ')}) and run again with --map ${file}`,
  ].join('\n');
}

async function readMap(file: string): Promise<z.output<typeof MapFile>['categories']> {
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
  if (parsed.success) return parsed.data.categories;
  const [issue] = parsed.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.')} ${issue?.message}`);
}
