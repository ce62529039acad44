/** How a value is checked (`attributes.ts`). A value that fails is left out. */
export type Check =
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'one of'; values: readonly string[] }
  | { kind: 'words'; max: number }
  | { kind: 'language' }
  | { kind: 'embed' };

export interface AttributeRule {
  /** The attribute in HTML. Absent: the element says it by its name (`level`) or by a child (`caption`). */
  html?: string;
  check: Check;
  /** The value when there is none. It is never written. */
  initial?: string;
}

/** Other HTML that is read as the node. `className` is one of the element's classes. */
export interface Reading {
  tag?: string;
  className?: string;
  attributes?: Readonly<Record<string, string>>;
}

export interface NodeRule {
  /** With `level`: the tag is the one of `tags` that the attribute names. */
  tag: string;
  tags?: Readonly<Record<string, string>>;
  /** Written and required on the element: tells apart the nodes that share a tag. */
  fixed?: Readonly<Record<string, string>>;
  /** As in ProseMirror. Absent: no content. */
  content?: string;
  group?: string;
  attributes?: Readonly<Record<string, AttributeRule>>;
  reads?: readonly Reading[];
  /** Its text has no marks and no line breaks but its own. */
  isCode?: true;
  /** What cannot be in it becomes paragraphs in it. Otherwise the node ends there. */
  isIsolating?: true;
  /** Text directly in it, without a paragraph, stays that way. */
  hasLooseText?: true;
  /** Visible without words in it. */
  isSeen?: true;
  /** Canonical. */
  example?: string;
}

export interface MarkRule {
  tag: string;
  reads?: readonly string[];
  /** Marks that it replaces. `*`: all but the link. */
  excludes?: readonly string[];
  example: string;
}
