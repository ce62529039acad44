import type { Column } from '../../../../src/shared/column-types.ts';
import { formatDateTimeIn } from '../../core/format-dates.ts';
import { nameOfLanguage } from '../../core/language-names.ts';
import { linesOfBlocks } from '../block-lines.ts';
import { linesOfEntries } from '../field-adapters.ts';

const blocks = new Set([
  'P',
  'H2',
  'H3',
  'H4',
  'LI',
  'TR',
  'PRE',
  'FIGCAPTION',
  'CITE',
  'HR',
  'IMG',
  'SUMMARY',
]);

/** Returns one line for each paragraph, entry and picture. */
export function linesOfValue(column: Column, value: unknown, timeZone: string): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (column.kind === 'html') return htmlLines(String(value));
  if (column.kind === 'moment') return [formatDateTimeIn(timeZone, String(value))];
  if (column.kind === 'optionalText' && column.format === 'language') return [nameOfLanguage(String(value))];
  if (column.kind === 'tick') return [value ? 'Yes' : 'No'];
  if (column.kind === 'figures' || column.kind === 'gallery') return linesOfEntries(value).split('\n');
  if (column.kind === 'blocks') return linesOfBlocks(column, value);
  if (Array.isArray(value)) return value.map(String);
  return String(value).split('\n');
}

function htmlLines(html: string): string[] {
  const lines: string[][] = [[]];
  const add = (text: string) => void lines.at(-1)!.push(text);
  const begin = () => void lines.push([]);
  const walk = (node: Node) => {
    if (node instanceof Text) return add(node.data);
    if (!(node instanceof Element)) return;
    const isBlock = blocks.has(node.tagName);
    if (isBlock) begin();
    if (node instanceof HTMLImageElement) add(`[Picture ${node.dataset.media ?? ''}] ${node.alt}`);
    if (node.tagName === 'HR') add('―――');
    if (node.tagName === 'BR') begin();
    for (const child of node.childNodes) walk(child);
    if (node.tagName === 'TD' || node.tagName === 'TH') add(' | ');
    if (node instanceof HTMLAnchorElement) add(` (${node.getAttribute('href')})`);
    if (isBlock) begin();
  };
  walk(new DOMParser().parseFromString(html, 'text/html').body);
  return lines.map((line) => line.join('').replace(/\s+/g, ' ').trim()).filter(Boolean);
}
