import type { TestProject } from 'vitest/node';
import { installTestPackages } from './test-packages.ts';
import { doTestsMention } from './tests-that-run.ts';

/** Installs the packages before the first test that needs one, so that no two tests install them at the same time. */
export default async function setup(project: TestProject): Promise<void> {
  if (await doTestsMention(project, /TestPackages?\(/)) await installTestPackages();
}
