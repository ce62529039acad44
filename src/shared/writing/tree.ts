export interface Block {
  tag: string;
  children: (Block | Run)[];
}

export interface Run {
  /** Absent for a line break. */
  text?: string;
  marks: readonly Mark[];
}

export interface Mark {
  tag: string;
  href?: string | undefined;
}

export function isBlock(child: Block | Run): child is Block {
  return 'tag' in child;
}

/** As HTML treats space. Other spaces count as words. */
export function isBlank(text: string): boolean {
  return !/[^ \t\n]/.test(text);
}

/** The message is worded for people. */
export class TextTooLarge extends Error {}
