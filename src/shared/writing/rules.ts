/** How the function `checked` checks the value of an attribute. An invalid value is left out. */
export type AttributeCheck =
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'one of'; values: readonly string[] }
  | { kind: 'words'; max: number }
  | { kind: 'language' }
  | { kind: 'place' }
  | { kind: 'embed' };

export interface AttributeRule {
  /**
   * The name of the attribute in HTML. Absent when the value is in the name of the tag (`level`) or in a
   * child (`caption`).
   */
  html?: string;
  check: AttributeCheck;
  /** The default value. An attribute with this value is not written. */
  initial?: string;
}

/**
 * Other HTML that is read as this node: elements with the name `tag`, or elements with the class `className`.
 */
export interface AlternativeHtml {
  tag?: string;
  className?: string;
  attributes?: Readonly<Record<string, string>>;
}

export interface NodeRule {
  /** The name of the element that this node becomes in HTML. */
  tag: string;
  /** The name of the element for each value of the attribute `level`, for a node with several element names. */
  tags?: Readonly<Record<string, string>>;
  /** The HTML attributes by which this node differs from other nodes with the same element. */
  fixed?: Readonly<Record<string, string>>;
  /** The content expression, as in ProseMirror. Absent for a node without content. */
  content?: string;
  group?: string;
  attributes?: Readonly<Record<string, AttributeRule>>;
  reads?: readonly AlternativeHtml[];
  /** Set when the node contains only plain text. */
  isCode?: true;
  /**
   * Set when content that is not allowed is converted to paragraphs inside the node. Otherwise, such content
   * ends the node.
   */
  isIsolating?: true;
  /** Set when the node may contain text directly, without a paragraph. */
  hasLooseText?: true;
  /** Set when the node is visible without any text. */
  isSeen?: true;
  /** An example of the node in canonical HTML. */
  example?: string;
}

export interface MarkRule {
  tag: string;
  reads?: readonly string[];
  /** The names of the marks that cannot apply together with this mark. `*` means all marks except links. */
  excludes?: readonly string[];
  example: string;
}
