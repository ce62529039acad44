/** How the value of an attribute is checked (`attributes.ts`). A value that fails is left out. */
export type Check =
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'one of'; values: readonly string[] }
  | { kind: 'words'; max: number }
  | { kind: 'language' }
  | { kind: 'embed' };

export interface AttributeRule {
  /** The attribute in HTML. Absent when the value is in the tag name (`level`) or in a child (`caption`). */
  html?: string;
  check: Check;
  /** The default value. Attributes with this value are not written. */
  initial?: string;
}

/** Other HTML that is read as this node. The element must have the class `className`. */
export interface Reading {
  tag?: string;
  className?: string;
  attributes?: Readonly<Record<string, string>>;
}

export interface NodeRule {
  /** The tags of this node, by the value of the attribute `level`. */
  tag: string;
  tags?: Readonly<Record<string, string>>;
  /** Attributes that distinguish this node from other nodes with the same tag. */
  fixed?: Readonly<Record<string, string>>;
  /** The content expression, as in ProseMirror. Absent: no content. */
  content?: string;
  group?: string;
  attributes?: Readonly<Record<string, AttributeRule>>;
  reads?: readonly Reading[];
  /** Whether the node contains plain text only. */
  isCode?: true;
  /** Content that is not allowed is converted to paragraphs. Without this flag, such content ends the node. */
  isIsolating?: true;
  /** Whether text without a paragraph is allowed. */
  hasLooseText?: true;
  /** Whether the node is visible even if it is empty. */
  isSeen?: true;
  /** An example in canonical HTML. */
  example?: string;
}

export interface MarkRule {
  tag: string;
  reads?: readonly string[];
  /** The marks that this mark excludes. `*`: all except links. */
  excludes?: readonly string[];
  example: string;
}
