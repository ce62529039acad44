import { expect, test } from 'vitest';
import { mutationsByArea } from '../mutations/mutations-by-area.ts';
import { findMutationProblems } from '../mutations/mutation.ts';

const mutations = Object.values(mutationsByArea).flat();

test('every mutation still applies to the product, and its tests exist', () => {
  const problems = mutations.flatMap((mutation) =>
    findMutationProblems(mutation).map((problem) => `${mutation.name}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test('every mutation has a name of its own', () => {
  const names = mutations.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
