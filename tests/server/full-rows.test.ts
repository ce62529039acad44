import { expect, test } from 'vitest';
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
