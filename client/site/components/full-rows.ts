/** The share of a row that an entry has in wide windows, so that every row of a list is full. */
export type RowShare = 'whole' | 'half' | 'third';

/** The first of every five projects has a row of its own. The other four are two pairs. */
const projectsPerGroup = 5;

/** Two projects alone are a pair, and a last one that would be alone has a row of its own too. */
export function sharesOfProjects(count: number): RowShare[] {
  const last = count % projectsPerGroup;
  return Array.from({ length: count }, (_, at) => {
    const isLastGroup = at >= count - last;
    if (isLastGroup && last === 2) return 'half';
    const isAlone = isLastGroup && last === 4 && at === count - 1;
    return at % projectsPerGroup === 0 || isAlone ? 'whole' : 'half';
  });
}

/** Three or two people to a row. If neither fills the rows, the first rows have two. Somebody alone or first has a whole row. */
export function sharesOfPeople(count: number, isFirstLarge = false): RowShare[] {
  if (count === 0) return [];
  if (isFirstLarge || count === 1) return ['whole', ...sharesOfPeople(count - 1)];
  const least = [0, 4, 2][count % 3]!;
  const halves = least > 0 && count % 2 === 0 ? count : least;
  return Array.from({ length: count }, (_, at) => (at < halves ? 'half' : 'third'));
}

/** Names are wider than logos. */
const mostPerRow = { logos: 5, names: 4 };

/** The number of logos or names in a row, with as few empty places in the last row as possible. */
export function clientsPerRow(count: number, shown: keyof typeof mostPerRow): number {
  const emptyWith = (perRow: number) => (perRow - (count % perRow)) % perRow;
  const possible = [5, 4, 3].filter((perRow) => perRow <= Math.min(count, mostPerRow[shown]));
  return possible.toSorted((one, other) => emptyWith(one) - emptyWith(other))[0] ?? count;
}

/** Whether all rows have one value, which a list then does not repeat on every card. A single row repeats nothing. */
export function isCommon<Row>(rows: readonly Row[], value: (row: Row) => string | null): boolean {
  return rows.length > 1 && new Set(rows.map(value)).size === 1;
}
