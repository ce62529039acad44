import type { ActivityModule } from './module-facts.ts';

const inOrder = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/**
 * Returns the module of an activity log entry that was recorded without a module (docs/product.md, §8.5).
 * This is the first of the names above that the description contains. Returns null if the description
 * contains none.
 */
export function inferActivityModule(description: string): ActivityModule | null {
  const words = description.toLowerCase();
  return inOrder.find((module) => words.includes(module)) ?? null;
}
