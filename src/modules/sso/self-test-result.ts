import type { Finding } from '../../shared/identity-provider.ts';

export type CheckResult = Omit<Finding, 'step'>;

export const fine = (words: string): CheckResult => ({ verdict: 'fine', words });
export const testNote = (words: string): CheckResult => ({ verdict: 'note', words });
export const wrong = (words: string): CheckResult => ({ verdict: 'wrong', words });
