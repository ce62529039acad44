import type { ActivityModule } from './facts.ts';

const inOrder = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/**
 * Returns the module that a description mentions, for entries without a module (docs/product.md, §8.5). Null if it mentions none.
 */
export function inferModule(description: string): ActivityModule | null {
  const words = description.toLowerCase();
  return inOrder.find((module) => words.includes(module)) ?? null;
}
