import { type CleanedText, cleanHtml, type Refused } from '../shared/writing/clean.ts';
import type { ReadOptions } from '../shared/writing/read.ts';

/** What the thread that cleans long texts is sent. */
export interface CleanTask {
  html: string;
  options: ReadOptions;
}

export function clean({ html, options }: CleanTask): CleanedText | Refused {
  return cleanHtml(html, options);
}

/** Answers when the thread has read its program. */
export function start(): void {}
