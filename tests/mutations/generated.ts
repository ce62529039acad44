import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Vitest } from 'vitest/node';
import { type Evidence, readEvidence, countCalls, testsOfLines } from '../evidence/evidence.ts';
import { randomFrom } from '../support/random.ts';
import { equivalentMutants } from './equivalent.ts';
import { generateMutants, type Mutant } from './generator.ts';
import { runTests, withText } from './test-runs.ts';

/** The folders whose code is mutated. */
export const generatedAreas = {
  content: 'src/content',
  modules: 'src/modules',
  form: 'client/admin/form',
  list: 'client/admin/list',
} as const;
export type GeneratedArea = keyof typeof generatedAreas;

export type GeneratedVerdict = 'killed' | 'killed by types' | 'SURVIVED' | 'no test';

export interface GeneratedResult {
  area: GeneratedArea;
  mutant: Mutant;
  verdict: GeneratedVerdict;
  /** What failed, or how many files of tests passed. */
  reason: string;
}

interface Draw {
  areas: readonly GeneratedArea[];
  seed: number;
  /** Which mutants are drawn. */
  isIncluded: (mutant: Mutant) => boolean;
}

/** Yields the mutants of the areas in turn, in an order that the seed decides. */
export async function* drawMutants({ areas, seed, isIncluded }: Draw) {
  const random = randomFrom(seed);
  const left = new Map<GeneratedArea, Mutant[]>();
  for (const area of areas) {
    const mutants = await generateMutants(globSync(`${generatedAreas[area]}/**/*.{ts,tsx}`).sort());
    left.set(
      area,
      mutants.filter((mutant) => !equivalenceOf(mutant) && isIncluded(mutant)),
    );
  }
  while (left.size > 0) {
    for (const [area, mutants] of left) {
      const [mutant] = mutants.splice(Math.floor(random() * mutants.length), 1);
      if (mutant) yield { area, mutant };
      else left.delete(area);
    }
  }
}

/** The reason why no test can notice a mutant. */
export function equivalenceOf({ file, old, new: changed }: Mutant): string | undefined {
  return equivalentMutants.find((each) => each.file === file && each.old === old && each.new === changed)
    ?.reason;
}

/** Returns a function that tries a mutant with the nearest of the tests that reach its line, at most so many files. */
export function createMutantTrial(vitest: Vitest, maxTests: number) {
  const evidence = readEvidence();
  const sizes = countCalls(evidence);
  /** Tests that have passed in this run. Any other may fail without a mutant. */
  const sound = new Set<string>();
  const unsound = new Set<string>();

  return async function tryMutant(mutant: Mutant): Promise<Omit<GeneratedResult, 'area' | 'mutant'>> {
    const tests = nearestTests(evidence, sizes, mutant)
      .filter((test) => !unsound.has(test))
      .slice(0, maxTests);
    if (tests.length === 0) return { verdict: 'no test', reason: '' };
    const source = readFileSync(mutant.file, 'utf8');
    const text = source.slice(0, mutant.start) + mutant.new + source.slice(mutant.end);

    const outcome = await withText(vitest, mutant.file, text, async () => {
      const run = await runTests(vitest, tests);
      for (const test of run.passed) sound.add(test);
      if (run.isEndless) return { verdict: 'killed' as const, reason: 'a test does not end' };
      const reason = run.failed[0] ?? run.broken[0];
      if (reason) return { verdict: 'killed' as const, reason };
      if (!(await doesCompile())) return { verdict: 'killed by types' as const, reason: 'npm run types' };
      return { verdict: 'SURVIVED' as const, reason: `${tests.length} files of tests pass` };
    });
    const killer = tests.find((test) => outcome.reason.startsWith(`${test}:`));
    if (outcome.verdict !== 'killed' || !killer || sound.has(killer)) return outcome;
    const { passed } = await runTests(vitest, [killer]);
    (passed.length > 0 ? sound : unsound).add(killer);
    return sound.has(killer) ? outcome : tryMutant(mutant);
  };
}

/** The tests that call most of the file first, and of these those that call the least of other files. */
function nearestTests(evidence: Evidence, sizes: ReadonlyMap<string, number>, mutant: Mutant): string[] {
  const own = countCalls(evidence, mutant.file);
  const sizeIn = (counts: ReadonlyMap<string, number>, test: string) => counts.get(test) ?? 0;
  return testsOfLines(evidence, mutant.file, [mutant.line - 1])
    .filter((test) => existsSync(test))
    .toSorted((a, b) => sizeIn(own, b) - sizeIn(own, a) || sizeIn(sizes, a) - sizeIn(sizes, b));
}

async function doesCompile(): Promise<boolean> {
  const compile = ['tests/types.ts', '--tsBuildInfoFile', 'types.tsbuildinfo'];
  return promisify(execFile)(process.execPath, compile).then(
    () => true,
    () => false,
  );
}
