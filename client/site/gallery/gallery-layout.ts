const columns = 4;
const usualGroup = 7;

/**
 * Returns the indexes of the large pictures, chosen so that every row is full. A large picture takes four cells of the four-column grid,
 * every other picture one cell. About every seventh picture is large, at even distances. If there are too few pictures, none is large.
 */
export function largePlaces(count: number): number[] {
  // With n pictures of which k are large, n + 3k cells are filled. This number is a multiple of four when k and n have the same remainder.
  const rest = count % columns;
  const wished = Math.round((count / usualGroup - rest) / columns) * columns + rest;
  const large = wished < 0 ? rest : wished;
  if (large * (columns + 1) > count + 1) return [];
  return Array.from({ length: large }, (_, index) => Math.floor((index * count) / large));
}
