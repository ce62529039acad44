import type { ElementStyle } from './html-elements.ts';
import { type ReadBlock, readBlockOf } from './block-models.ts';
import type { Attributes } from './block-tree.ts';

const tags =
  'p|h[234]|[uo]l|li|blockquote|pre|code|[hb]r|strong|em|u|s|a|su[bp]|table|caption|thead|tbody|tr|t[dh]|figure|figcaption|aside|img';
const names =
  'href|rel|dir|start|type|colspan|rowspan|scope|alt|data-kind|data-width|data-embed|data-media|data-absent';
const attributes = `(?:(?:${names})="|class="language-|id="place-)[^"<>]*"`;
const foreign = new RegExp(`<(?!/?(?:${tags})(?: ${attributes})*(?: /)?>)[a-z/!?]`, 'i');

/** Has a tag that stored texts never have, so styles and empty paragraphs mean something else. */
export function isForeign(html: string): boolean {
  return foreign.test(html);
}

/** The end tags that follow. The text is searched once, when the first element asks. */
export class EndTagIndex {
  readonly #html: string;
  #all: Map<string, number> | undefined;
  readonly #passed = new Map<string, number>();

  constructor(html: string) {
    this.#html = html;
  }

  follow(name: string): boolean {
    this.#all ??= countEndTags(this.#html);
    return (this.#all.get(name) ?? 0) > (this.#passed.get(name) ?? 0);
  }

  pass(name: string): void {
    this.#passed.set(name, (this.#passed.get(name) ?? 0) + 1);
  }
}

function countEndTags(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, tag = ''] of html.matchAll(/<\/([a-z][^\s/>]{0,39})/gi)) {
    const name = tag.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const panels: Readonly<Record<string, string>> = {
  success: 'tip',
  tip: 'tip',
  warning: 'warning',
  error: 'warning',
};
const wordHeadings: Readonly<Record<string, string>> = { MsoTitle: 'h1', MsoSubtitle: 'h2' };

/** What another program means by the style, class or role of a box of text. */
export function foreignBlockOf(
  attributes: Attributes,
  style: ElementStyle,
  isInCode: boolean,
): (ReadBlock & { level?: number }) | undefined {
  if (style.isCode && !isInCode) return { type: 'codeBlock' };
  const panel = attributes['data-panel-type'];
  if (panel !== undefined) return { type: 'callout', attributes: { 'data-kind': panels[panel] ?? 'note' } };
  const level = Math.floor(Number(attributes['aria-level']));
  const heading =
    wordHeadings[attributes.class ?? ''] ??
    (attributes.role === 'heading' && level >= 1 ? `h${Math.min(6, level)}` : undefined);
  if (heading) return { ...readBlockOf(heading, {})!, level: Number(heading[1]) };
  return /^Mso(?:Intense)?Quote/.test(attributes.class ?? '') ? { type: 'blockquote' } : undefined;
}
