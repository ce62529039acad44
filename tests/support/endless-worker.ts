import { cleanHtml } from '../../src/shared/writing/clean.ts';
import type { CleanTask } from '../../src/workers/clean-worker.ts';

// A cleaning thread that hangs on one text, as a defective one might.

export function clean({ html }: CleanTask) {
  const isEndless = html.startsWith('endless');
  let cleaned = cleanHtml(html);
  while (isEndless) cleaned = cleanHtml(html);
  return cleaned;
}

export function start(): void {}
