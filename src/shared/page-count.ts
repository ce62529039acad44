// Separate from the schemas of lists, so that a visitor's browser does not load a validator for it.

/** Returns the number of pages that a list fills; at least 1. */
export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}
