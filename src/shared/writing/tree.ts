import type { BlockType } from './model.ts';

export interface Block {
  type: BlockType;
  attributes: Record<string, string>;
  children: Child[];
  /** The names of the places in the block, as the source calls them. */
  places?: string[];
  /** The level of a heading in the source. */
  level?: number;
  /** Whether the block was opened for text that has no paragraph in the source. */
  isLoose?: true;
  /** Whether a button follows the text. */
  hasButton?: true;
}

export type Child = Block | Run;

export interface Run {
  /** The text of the run. Absent for a line break. */
  text?: string;
  marks: readonly Mark[];
  /** Whether a button follows the text. */
  hasButton?: true;
}

export interface Mark {
  tag: string;
  href?: string | undefined;
}

export function isBlock(child: Child): child is Block {
  return 'type' in child;
}

/**
 * Returns whether the text consists only of white space as HTML defines it. Other spaces, such as no-break
 * spaces, count as text.
 */
export function isBlank(text: string): boolean {
  return !/[^ \t\n]/.test(text);
}

export function textOfChildren(children: readonly Child[]): string {
  const words = children.map((child) =>
    isBlock(child) ? ` ${textOfChildren(child.children)} ` : (child.text ?? ' '),
  );
  return words
    .join('')
    .replaceAll(/[ \t\n]+/g, ' ')
    .trim();
}

/** Thrown when a text exceeds `limits`. The message is shown to people. */
export class TextTooLarge extends Error {}
