import type { ActivityModule } from './facts.ts';

const inOrder = ['team', 'portfolio', 'job', 'blog'] as const satisfies ActivityModule[];

/** Infers the module of an entry that has none from its description (docs/product.md, §8.5). Returns null if no word matches. */
export function inferModule(description: string): ActivityModule | null {
  const words = description.toLowerCase();
  return inOrder.find((module) => words.includes(module)) ?? null;
}
