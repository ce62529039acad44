// Apart from the schemas of lists, so that visitors do not load Zod.

/** Totals are exact up to here. Rows beyond it have no numbered page. */
export const maxCountedTotal = 10_000;

export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}
