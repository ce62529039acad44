import type { Finding } from '../../shared/identity-provider.ts';

export type Verdict = Omit<Finding, 'step'>;

export const fine = (words: string): Verdict => ({ verdict: 'fine', words });
export const note = (words: string): Verdict => ({ verdict: 'note', words });
export const wrong = (words: string): Verdict => ({ verdict: 'wrong', words });
