import type { SelfTestFinding } from '../../shared/identity-provider.ts';

export type CheckResult = Omit<SelfTestFinding, 'step'>;

export const passedResult = (words: string): CheckResult => ({ verdict: 'fine', words });
export const noteResult = (words: string): CheckResult => ({ verdict: 'note', words });
export const failedResult = (words: string): CheckResult => ({ verdict: 'wrong', words });
