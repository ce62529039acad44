import { type CleanedText, cleanHtml, type RefusedText } from '../shared/writing/clean-html.ts';
import type { ReadOptions } from '../shared/writing/read-html.ts';

export interface CleanTask {
  html: string;
  options: ReadOptions;
}

export function clean({ html, options }: CleanTask): CleanedText | RefusedText {
  return cleanHtml(html, options);
}

export function start(): void {}
