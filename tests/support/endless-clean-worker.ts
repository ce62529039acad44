import { cleanHtml } from '../../src/shared/writing/clean-html.ts';
import type { CleanTask } from '../../src/workers/clean-worker.ts';

// A worker that cleans HTML, but never finishes a text that begins with `endless`, as a defective worker
// might.

export function clean({ html }: CleanTask) {
  const isEndless = html.startsWith('endless');
  let cleaned = cleanHtml(html);
  while (isEndless) cleaned = cleanHtml(html);
  return cleaned;
}

export function start(): void {}
