import { expect, test } from 'vitest';
import { rhythms, rowsOfPictures, slotOf } from '../../client/site/components/rows-of-pictures.ts';
import { clientsPerRow, sharesOfPeople, sharesOfProjects } from '../../client/site/components/full-rows.ts';

const sixths = { whole: 6, half: 3, third: 2 };
const counts = Array.from({ length: 13 }, (_, at) => at + 1);

test('every row of one to thirteen projects and people is full', () => {
  for (const count of counts)
    for (const shares of [sharesOfProjects(count), sharesOfPeople(count), sharesOfPeople(count, true)]) {
      expect(shares).toHaveLength(count);
      let filled = 0;
      for (const share of shares) {
        filled += sixths[share];
        expect(filled, `${count}: ${shares.join(' ')}`).toBeLessThanOrEqual(6);
        filled %= 6;
      }
      expect(filled, `${count}: ${shares.join(' ')}`).toBe(0);
    }
});

test('no row of two to twelve logos or names has a single one', () => {
  for (const shown of ['logos', 'names'] as const)
    for (const count of counts.slice(1, 12)) {
      const last = count % clientsPerRow(count, shown);
      expect(last === 1 && clientsPerRow(count, shown) > 2, `${count} ${shown}`).toBe(false);
    }
});

test('pictures of the gallery stay in their order, and in a row of its own is only a wide one', () => {
  const shapes = { tall: [2, 3], square: [1, 1], wide: [3, 2], pano: [3, 1] } as const;
  const sizes = Object.values(shapes).map(([width, height]) => ({ width, height }));
  for (const count of counts.slice(1))
    for (let seed = 0; seed < 16; seed += 1) {
      const pictures = Array.from({ length: count }, (_, at) => ({
        ...sizes[(at * 7 + seed * (at + 3)) % 4]!,
      }));
      const rows = rowsOfPictures(pictures, rhythms.gallery);
      expect(rows.flatMap((row) => row.pictures)).toEqual(pictures);
      for (const row of rows.filter(({ pictures: { length } }) => length === 1))
        expect(slotOf(row.pictures[0]!)).toBe(2);
    }
});
