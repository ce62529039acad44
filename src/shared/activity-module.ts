import type { ActivityModule } from './catalog.ts';

const inOrder = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/** The module that the words of an entry speak of, for an entry that came without one (specification, section 9). */
export function inferModule(description: string): ActivityModule | null {
  const words = description.toLowerCase();
  return inOrder.find((module) => words.includes(module)) ?? null;
}
