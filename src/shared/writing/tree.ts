/** A text as it was read: blocks in each other, with runs of words in them. */
export interface Block {
  tag: string;
  children: (Block | Run)[];
}

/** Words with the same marks, or a line break. */
export interface Run {
  /** A line break without one. */
  text?: string;
  marks: readonly Mark[];
}

export interface Mark {
  tag: string;
  /** Of links. */
  href?: string | undefined;
}

export function isBlock(child: Block | Run): child is Block {
  return 'tag' in child;
}

/** Whether a text is nothing but what HTML takes for space; other spaces are words. */
export function isBlank(text: string): boolean {
  return !/[^ \t\n]/.test(text);
}

/** A text of more pieces, or of more characters, than one may have. Its message is for people. */
export class TextTooLarge extends Error {}
