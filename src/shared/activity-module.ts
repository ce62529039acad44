import type { ActivityModule } from './module-facts.ts';

const inOrder = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/** For entries without a module (docs/product.md, §8.5). Null if the description mentions none. */
export function inferModule(description: string): ActivityModule | null {
  const words = description.toLowerCase();
  return inOrder.find((module) => words.includes(module)) ?? null;
}
