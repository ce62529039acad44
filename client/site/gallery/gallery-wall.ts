const columns = 4;
const usualGroup = 7;

/**
 * Which pictures hang large, by their place, so that every row is full: one that hangs large takes four fields of a wall
 * of four columns, the others one each. About every seventh does, at even distances; none where there are too few.
 */
export function largePlaces(count: number): number[] {
  // With n pictures of which k are large, n + 3k fields are taken: a multiple of four where k and n leave the same rest.
  const rest = count % columns;
  const wished = Math.round((count / usualGroup - rest) / columns) * columns + rest;
  const large = wished < 0 ? rest : wished;
  if (large * (columns + 1) > count + 1) return [];
  return Array.from({ length: large }, (_, index) => Math.floor((index * count) / large));
}
