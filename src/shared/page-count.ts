// This file is separate from the schemas of lists, so that the browsers of visitors do not load Zod.

/** The maximum total that is counted exactly. Rows beyond this number have no numbered page. */
export const maxCountedTotal = 10_000;

export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}
