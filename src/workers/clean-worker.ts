import { type CleanedText, cleanHtml, type Refused } from '../shared/writing/clean-html.ts';
import type { ReadOptions } from '../shared/writing/read-html.ts';

export interface CleanTask {
  html: string;
  options: ReadOptions;
}

export function clean({ html, options }: CleanTask): CleanedText | Refused {
  return cleanHtml(html, options);
}

export function start(): void {}
