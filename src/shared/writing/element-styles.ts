import { blockElements } from './elements.ts';
import type { createOpenBlocks } from './open-blocks.ts';
import type { createOpenMarks } from './open-marks.ts';
import type { Attributes } from './tokens.ts';

export interface ElementStyle {
  /** The tags of the marks that the style means. */
  marks: readonly string[];
  /** Whether the style takes back what the element means, such as `font-weight: normal` on a `b`. */
  isUndone: boolean;
  isHidden: boolean;
  /** Whether line breaks and spaces of the text are shown. */
  isPreserving: boolean;
  /** Whether the element is a box of code. */
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
/** The number of different styles that are remembered. */
const maxKnown = 500;

/** Returns a function that reads the styles of elements. A text repeats few styles, so each is read once. */
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
    if (face || count >= maxKnown) return style;
    count += 1;
    const ofName = known.get(name) ?? new Map<string, ElementStyle>();
    known.set(name, ofName.set(text, style));
    return style;
  };
}

/** Creates the stack of the styles of open elements. */
export function createOpenStyles(
  path: ReturnType<typeof createOpenBlocks>,
  marks: ReturnType<typeof createOpenMarks>,
) {
  const byName = new Map<string, ElementStyle[]>();
  /** The number of open elements that show the line breaks of their text. */
  let preserving = 0;
  return {
    isPreserving: () => preserving > 0,
    start: (name: string, style: ElementStyle) => {
      if (!styled.has(name)) return;
      const isHeading = style.marks.length > 0 && (path.has('heading') || path.has('tableHeader'));
      const opened = isHeading
        ? { ...style, marks: style.marks.filter((tag) => tag !== 'strong' && tag !== 'em') }
        : style;
      const open = byName.get(name);
      if (open) open.push(opened);
      else byName.set(name, [opened]);
      if (opened.isPreserving) preserving += 1;
      for (const tag of opened.marks) marks.start({ tag }, path.length());
    },
    /** Ends the marks of the style. Returns whether the style has undone the element, so that it ends no mark. */
    end: (name: string): boolean => {
      const style = byName.get(name)?.pop();
      if (!style) return false;
      if (style.isPreserving) preserving -= 1;
      for (const tag of style.marks) marks.end(tag);
      return style.isUndone;
    },
  };
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
