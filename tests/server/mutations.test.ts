import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mutationsByArea } from '../mutations/mutations-by-area.ts';
import { findMutationProblems } from '../mutations/mutation.ts';
import { relatedTests } from '../related-tests.ts';
import { contractMembers, renameMember } from '../support/contract-members.ts';

const mutations = Object.values(mutationsByArea).flat();

test('every mutation still applies to the product, and its tests exist', () => {
  const problems = mutations.flatMap((mutation) =>
    findMutationProblems(mutation).map((problem) => `${mutation.name}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test('what the gate leaves out exists, and no mutation needs it', () => {
  const needed = new Set(mutations.flatMap(({ tests }) => tests));
  expect(relatedTests.filter((test) => !existsSync(test) || needed.has(test))).toEqual([]);
});

test('every mutation has a name of its own', () => {
  const names = mutations.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('each of the thirty members that a long check renames stands once where the list says', () => {
  expect(new Set(contractMembers.map(({ file, code }) => `${file} ${code}`)).size).toBe(30);
  for (const member of contractMembers) {
    const text = readFileSync(member.file, 'utf8');
    expect(renameMember(member, text), member.use).not.toBe(text);
    expect(existsSync(member.panel), member.panel).toBe(true);
  }
});
