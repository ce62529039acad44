// Not with the schemas of lists, so that visitors' browsers do not load a validator.

/** Totals are exact up to this number, and numbered pages end here. */
export const maxCountedTotal = 10_000;

export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}
