import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type BlogCategory, blogCategories } from '../shared/catalog.ts';
import type { Survey } from './incoming.ts';

/** Where the categories of another site belong here, by their keys; null: nobody has said yet. */
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

/** Asks a person where a category belongs. */
export type AskCategory = (name: string) => Promise<BlogCategory>;

/**
 * Finds out where the categories of an export belong: as the mapping file says; a category that it does not name, where the
 * one belongs that it lies in; and else by asking, whose answers are kept in the file. Without anybody to ask the file is
 * left with what is open, to be filled in.
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

/** What the person has to do who could not be asked; `undefined` when every category has its place. */
export function explainOpen(map: CategoryMap, { categories }: Survey, file: string): string | undefined {
  const open = [...map].filter(([, to]) => to === null).map(([key]) => categories.get(key)?.name ?? key);
  if (open.length === 0) return undefined;
  return [
    `${open.length} categories have no place here yet: ${open.join(', ')}.`,
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
    throw new Error(`${file} is no JSON`);
  }
  const parsed = MapFile.safeParse(json);
  if (parsed.success) return parsed.data.categories;
  const [issue] = parsed.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.')} ${issue?.message}`);
}
