// Separate from the schemas of lists, so that a visitor's browser does not load a validator for it.

/** Totals are counted exactly up to here, and numbered pages end here. */
export const maxCountedTotal = 10_000;

/** The number of pages that a list fills; at least 1. */
export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}
