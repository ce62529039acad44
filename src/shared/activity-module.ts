import type { ActivityModule } from './module-facts.ts';

const inOrder = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/** docs/product.md, §8.5. Returns null when the description mentions no module. */
export function inferModule(description: string): ActivityModule | null {
  const words = description.toLowerCase();
  return inOrder.find((module) => words.includes(module)) ?? null;
}
