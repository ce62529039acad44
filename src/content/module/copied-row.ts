import type { Columns } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';

/** Returns the words of a copy. It has no dates. */
export function copiedWords(
  columns: Columns,
  original: Record<string, unknown>,
  { title, publicBy }: { title: string; publicBy: string | null },
): Record<string, unknown> {
  const entries = Object.entries(columns).filter(([, { kind }]) => kind !== 'moment' && kind !== 'slug');
  const copied = entries.map(([key, column]) => {
    if (key === publicBy) return [key, false];
    const most = 'max' in column ? column.max : undefined;
    const isTitle = key === title;
    return [key, isTitle ? `Copy of ${original[key]}`.slice(0, most).toWellFormed().trim() : original[key]];
  });
  return Object.fromEntries(copied);
}

/** A row may name a picture whose file is gone. Its copy has none. */
export function takeIfThere(take: () => string | undefined): string | null {
  try {
    return take() ?? null;
  } catch (error) {
    if (error instanceof RuleBroken) return null;
    throw error;
  }
}
