/** How a value is checked (`attributes.ts`). A value that fails is left out. */
export type Check =
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'one of'; values: readonly string[] }
  | { kind: 'words'; max: number }
  | { kind: 'language' }
  | { kind: 'embed' };

export interface AttributeRule {
  /** The attribute in HTML. Absent: the tag name (`level`) or a child (`caption`) holds the value. */
  html?: string;
  check: Check;
  /** The default. It is never written. */
  initial?: string;
}

/** Other HTML that is read as the node. `className` is one of the element's classes. */
export interface Reading {
  tag?: string;
  className?: string;
  attributes?: Readonly<Record<string, string>>;
}

export interface NodeRule {
  /** Tags by the value of the attribute `level`. */
  tag: string;
  tags?: Readonly<Record<string, string>>;
  /** Attributes that distinguish nodes with the same tag. */
  fixed?: Readonly<Record<string, string>>;
  /** As in ProseMirror. Absent: no content. */
  content?: string;
  group?: string;
  attributes?: Readonly<Record<string, AttributeRule>>;
  reads?: readonly Reading[];
  /** Contains plain text only. */
  isCode?: true;
  /** Content that is not allowed becomes paragraphs. Without this, it ends the node. */
  isIsolating?: true;
  /** Text without a paragraph is allowed. */
  hasLooseText?: true;
  /** Visible even if empty. */
  isSeen?: true;
  /** Canonical HTML. */
  example?: string;
}

export interface MarkRule {
  tag: string;
  reads?: readonly string[];
  /** Marks that it excludes. `*`: all except links. */
  excludes?: readonly string[];
  example: string;
}
