// Separate from the schemas of lists, so that a visitor's browser does not load a validator for it.

export function countPages({ total, per_page }: { total: number; per_page: number }): number {
  return Math.max(1, Math.ceil(total / per_page));
}
