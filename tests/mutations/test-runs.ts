import { globSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';

/** Only a loop without an end takes longer. */
const limitMs = 400_000;

/** It has the files of `npm test` too, in their long form. */
const longProject = 'full';

/** Each run starts new workers. Databases and packages are set up only once. */
export async function openVitest(): Promise<Vitest> {
  return createVitest('test', {
    watch: false,
    project: ['server', 'both', 'client', 'browser', longProject],
    bail: 1,
    cache: false,
    reporters: [{}],
    // As given, and not the largest file first.
    sequence: { sequencer: GivenOrder },
  });
}

class GivenOrder {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
  sort(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
}

/** Runs the action while the file contains the text. */
export async function withText<Result>(
  vitest: Vitest,
  file: string,
  text: string,
  action: () => Promise<Result>,
): Promise<Result> {
  // The file keeps its modification time. With a new time, the server would rebuild itself.
  const source = await readFile(file, 'utf8');
  const { atime, mtime } = await stat(file);
  const write = async (content: string) => {
    await writeFile(file, content);
    await utimes(file, atime, mtime);
    vitest.invalidateFile(resolve(file));
  };
  await write(text);
  try {
    return await action();
  } finally {
    await write(source);
  }
}

/** Tests load the renderer of pages from the build, and Vite keeps what it has read. */
export function forgetBuild(vitest: Vitest): void {
  for (const file of globSync('dist/server/**/*.js')) vitest.invalidateFile(resolve(file));
}

export interface TestRun {
  /** The tests that failed. */
  failed: string[];
  /** The files and hooks that failed outside a test, and the files that no project runs, unless a test failed. */
  broken: string[];
  /** The files all of whose tests passed. */
  passed: string[];
  isEndless: boolean;
}

/** Runs files of tests, in their order as far as their projects allow. */
export async function runTests(vitest: Vitest, tests: readonly string[]): Promise<TestRun> {
  const paths = tests.map((test) => resolve(test));
  const found = await vitest.globTestSpecifications(paths);
  const chosen = found
    .filter(({ moduleId }) => paths.includes(moduleId))
    .filter(({ moduleId, project }) => (project.name === longProject) === moduleId.includes('/tests/assure/'))
    .toSorted((a, b) => paths.indexOf(a.moduleId) - paths.indexOf(b.moduleId));
  const missing = paths.filter((path) => !chosen.some(({ moduleId }) => moduleId === path));

  const ended = new AbortController();
  const endless = wait(limitMs, 'endless' as const, { signal: ended.signal }).catch(() => undefined);
  const running = vitest.runTestSpecifications(chosen);
  const result = await Promise.race([running, endless]);
  ended.abort();
  if (result === 'endless') {
    // The second call ends the workers.
    const cancelled = vitest.cancelCurrentRun('test-failure');
    await Promise.all([cancelled, vitest.cancelCurrentRun('test-failure'), running.catch(() => undefined)]);
  }
  if (!result || result === 'endless') return { failed: [], broken: [], passed: [], isEndless: true };

  const modules = result.testModules.filter((module) => isOneOf(module, chosen));
  const failed = modules.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
  );
  const broken = modules
    .filter((module) => !module.ok())
    .map((module) => `${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook failed'}`);
  // Vitest gives these as plain objects, some of which cannot become text by themselves.
  const others = result.unhandledErrors.map((error) => `outside a test: ${inspect(error)}`);
  const unknown = missing.map((path) => `${path}: no project runs this file`);
  const passed = modules
    .filter((module) => module.state() === 'passed')
    .map((module) => module.relativeModuleId);
  return {
    failed,
    broken: failed.length > 0 ? [] : [...broken, ...others, ...unknown],
    passed,
    isEndless: false,
  };
}

function isOneOf(module: TestModule, chosen: readonly TestSpecification[]): boolean {
  return chosen.some(
    ({ moduleId, project }) => moduleId === module.moduleId && project.name === module.project.name,
  );
}
