import type { OpenBlocks, OpenMarks } from './open-elements.ts';
import type { Attributes } from './block-tree.ts';

/** Removed with their content, which browsers do not show as normal text. */
export const skippedElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
]);
/** End tags of other elements that also end a skipped element. */
export const endTagsOfSkippedElements: Readonly<Record<string, readonly string[]>> = {
  option: ['select', 'datalist', 'optgroup'],
};
/** Their content is a copy of adjacent content, or decoration for which this site has its own styles. */
const skippedClasses: ReadonlySet<string> = new Set([
  'kg-callout-emoji',
  'kg-bookmark-thumbnail',
  'kg-bookmark-icon',
  'katex-html',
  'EOP',
]);
/** Buttons act on the page they come from, so their words are removed too, except in a heading that opens a part. */
const buttons: ReadonlySet<string> = new Set(['button', 'clipboard-copy']);

export function isButtonElement(
  name: string,
  { role, href }: { role?: string | undefined; href?: string | undefined },
) {
  return buttons.has(name) || (role === 'button' && href === undefined && name !== 'summary');
}

/** Converted as a whole, with everything in them. */
export const convertedElements: ReadonlySet<string> = new Set(['math', 'svg', 'audio', 'video']);
/** Elements without content and end tag. */
export const voidElements: ReadonlySet<string> = new Set([
  ...[
    'br',
    'hr',
    'img',
    'input',
    'meta',
    'link',
    'base',
    'col',
    'source',
    'embed',
    'wbr',
    'area',
    'track',
    'param',
  ],
]);

export function hasSkippedClass({ class: names }: { class?: string | undefined }): boolean {
  return names?.split(/\s+/).some((name) => skippedClasses.has(name)) === true;
}

/** Their text is apart from the text around them. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'figure', 'figcaption'],
  ...['address', 'center', 'dl', 'dt', 'dd', 'details', 'summary', 'table', 'caption', 'tr'],
]);
export const tableCellElements: ReadonlySet<string> = new Set(['td', 'th']);
export const tableSectionElements: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot']);
export const embedElements: ReadonlySet<string> = new Set(['iframe', 'embed']);

/** Removed without a note to the author. Their text remains. */
const silentlyRemoved: ReadonlySet<string> = new Set([
  ...[
    'meta',
    'link',
    'base',
    'title',
    'label',
    'button',
    'nobr',
    'html',
    'head',
    'body',
    'span',
    'font',
    'big',
    'col',
    'colgroup',
    'li',
    'ul',
    'ol',
    'p',
  ],
  ...[
    'abbr',
    'acronym',
    'q',
    'ins',
    'mark',
    'small',
    'var',
    'time',
    'bdi',
    'bdo',
    'picture',
    'source',
    'wbr',
    'br',
  ],
]);

/** Names with `-` or `:` are a program's own elements, which mean nothing here. */
export function isRemovedSilently(name: string): boolean {
  return blockElements.has(name) || silentlyRemoved.has(name) || /[-:]/.test(name);
}

export interface ElementStyle {
  /** Tags of the marks that the style means. */
  marks: readonly string[];
  /** The style takes back what the element means, such as `font-weight: normal` on a `b`. */
  isUndone: boolean;
  isHidden: boolean;
  /** Line breaks and spaces of the text are shown. */
  isPreserving: boolean;
  isCode: boolean;
  /** The style itself, for rules about one program. */
  text: string;
}

const plain: ElementStyle = {
  marks: [],
  isUndone: false,
  isHidden: false,
  isPreserving: false,
  isCode: false,
  text: '',
};
const monospace =
  /(?:^|[\s"',])(?:courier|consolas|menlo|monaco|source code|roboto mono|liberation mono|droid sans mono|sf ?mono|fira code|jetbrains mono|cascadia)|monospace/i;
const styled = new Set([
  ...['span', 'font', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'a', 'p', 'div', 'td', 'th'],
]);
const boxes = new Set(['p', 'td', 'th', ...blockElements]);
const maxKnownStyles = 500;

/** A text repeats few styles, so each is read once. */
export function createStyleReader() {
  const known = new Map<string, Map<string, ElementStyle>>();
  let count = 0;
  return (name: string, attributes: Attributes): ElementStyle => {
    const text = attributes.style ?? attributes['data-style'] ?? '';
    const { face, hidden } = attributes;
    if (text === '' && face === undefined && hidden === undefined) return plain;
    const before = face || hidden !== undefined ? undefined : known.get(name)?.get(text);
    if (before) return before;
    const style = readStyle(name, text, face);
    if (hidden !== undefined) return { ...style, isHidden: true };
    if (face || count >= maxKnownStyles) return style;
    count += 1;
    const ofName = known.get(name) ?? new Map<string, ElementStyle>();
    known.set(name, ofName.set(text, style));
    return style;
  };
}

export class OpenStyles {
  readonly #blocks: OpenBlocks;
  readonly #marks: OpenMarks;
  readonly #byName = new Map<string, ElementStyle[]>();
  /** Open elements that show the line breaks of their text. */
  #preserving = 0;

  constructor(blocks: OpenBlocks, marks: OpenMarks) {
    this.#blocks = blocks;
    this.#marks = marks;
  }

  get isPreserving(): boolean {
    return this.#preserving > 0;
  }

  start(name: string, style: ElementStyle): void {
    if (!styled.has(name)) return;
    const isHeading =
      style.marks.length > 0 && (this.#blocks.has('heading') || this.#blocks.has('tableHeader'));
    const applied = isHeading
      ? { ...style, marks: style.marks.filter((tag) => tag !== 'strong' && tag !== 'em') }
      : style;
    const open = this.#byName.get(name);
    if (open) open.push(applied);
    else this.#byName.set(name, [applied]);
    if (applied.isPreserving) this.#preserving += 1;
    for (const tag of applied.marks) this.#marks.start({ tag }, this.#blocks.length);
  }

  /** Ends the marks of the style. Returns whether it has undone the element, which then ends no mark. */
  end(name: string): boolean {
    const style = this.#byName.get(name)?.pop();
    if (!style) return false;
    if (style.isPreserving) this.#preserving -= 1;
    for (const tag of style.marks) this.#marks.end(tag);
    return style.isUndone;
  }
}

function readStyle(name: string, text: string, face: string | undefined): ElementStyle {
  const style = new Map<string, string>();
  for (const part of text.split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0) style.set(part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim());
  }
  const font = ` ${style.get('font') ?? ''} `;
  const family = style.get('font-family') ?? style.get('font') ?? face ?? '';
  const space = style.get('white-space') ?? '';
  const isPreserving =
    /^(?:pre|pre-wrap|break-spaces)\b/.test(space) ||
    /preserve/.test(style.get('white-space-collapse') ?? '');
  const isUnbroken =
    space === 'pre' || /nowrap/.test(`${style.get('text-wrap') ?? ''} ${style.get('text-wrap-mode') ?? ''}`);
  const isMonospace = monospace.test(family);
  const isBox = boxes.has(name);
  const isBold = weightOf(style.get('font-weight')) ?? (/\sbold\s/.test(font) ? true : undefined);
  const slant = style.get('font-style') ?? '';
  return {
    marks: styled.has(name) ? marksOf() : [],
    isUndone:
      (/^(?:b|strong)$/.test(name) && isBold === false) || (/^(?:i|em)$/.test(name) && slant === 'normal'),
    isHidden: style.get('display') === 'none' || /mso-hide:\s*all/i.test(text),
    isPreserving,
    isCode: isBox && !/^t[dh]$/.test(name) && isPreserving && (isUnbroken || isMonospace),
    text,
  };

  function marksOf(): string[] {
    const lines = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
    const raised = style.get('vertical-align');
    const marks: string[] = [];
    if (isBold) marks.push('strong');
    if (/italic|oblique/.test(slant) || /\s(?:italic|oblique)\s/.test(font)) marks.push('em');
    if (/line-through/.test(lines)) marks.push('s');
    if (isBox) return marks;
    if (/underline/.test(lines) && name !== 'a') marks.push('u');
    if (raised === 'sub') marks.push('sub');
    if (raised === 'super') marks.push('sup');
    if (isMonospace && /^(?:span|font)$/.test(name)) marks.push('code');
    return marks;
  }
}

function weightOf(value: string | undefined): boolean | undefined {
  if (/^(?:bold|bolder|[6-9]00)$/.test(value ?? '')) return true;
  return /^(?:normal|lighter|[1-5]00)$/.test(value ?? '') ? false : undefined;
}
