import type { Attributes } from './tokens.ts';

/** An open element whose content is not read as text of its own. */
export interface SkippedElement {
  name: string;
  /** What the element is, such as `button`. */
  as: string;
  attributes: Attributes;
  /** The number of open elements with this name. */
  depth: number;
  text: string;
  /** The TeX of a formula. */
  tex: string | undefined;
  isTex: boolean;
  /** The address of the file of a player. */
  file: string | undefined;
  /** Whether a formula is in the element. */
  hasFormula: boolean;
  /** The open elements of a formula, with the number of their parts so far. */
  parts: { name: string; count: number }[];
}

/** The signs between the parts of a formula that stand above, below or over each other. */
const signs: Readonly<Record<string, readonly string[]>> = {
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  mfrac: ['/'],
};
const deepestFormula = 100;

export function skippedElement(name: string, attributes: Attributes, as = name): SkippedElement {
  return {
    name,
    as,
    attributes,
    depth: 1,
    text: '',
    tex: undefined,
    isTex: false,
    file: attributes.src,
    hasFormula: false,
    parts: [],
  };
}

export function startInSkipped(skipped: SkippedElement, name: string, attributes: Attributes): void {
  if (name === skipped.name && name !== 'option') skipped.depth += 1;
  if (name === 'source' && /^(?:audio|video)$/.test(skipped.name)) skipped.file ??= attributes.src;
  if (skipped.as === 'svg') skipped.text += ' ';
  if (skipped.as === 'math') startPart(skipped, name);
  if (name === 'math') skipped.hasFormula = true;
  if (name === 'annotation') skipped.isTex = /tex/i.test(attributes.encoding ?? '');
}

function startPart(formula: SkippedElement, name: string): void {
  const around = formula.parts.at(-1);
  formula.text += (around && signs[around.name]?.[around.count - 1]) ?? '';
  if (around) around.count += 1;
  const isGroup = name === 'mrow' && around !== undefined && around.name in signs;
  if (isGroup) formula.text += '(';
  if (formula.parts.length < deepestFormula) formula.parts.push({ name, count: 0 });
}

export function endInSkipped(skipped: SkippedElement, name: string): void {
  if (skipped.as !== 'math') return;
  const at = skipped.parts.findLastIndex((part) => part.name === name);
  if (at === -1) return;
  skipped.parts.length = at;
  const around = skipped.parts.at(-1);
  if (name === 'mrow' && around && around.name in signs) skipped.text += ')';
}

export function addToSkipped(skipped: SkippedElement, text: string): void {
  if (skipped.isTex) skipped.tex = `${skipped.tex ?? ''}${text}`;
  else skipped.text += text;
}

export function wordsOfSkipped({ text }: SkippedElement): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the text of a formula: its TeX if the source has it, else its signs in a line. */
export function formulaText({ tex, text, attributes }: SkippedElement): string {
  return plainFormula(tex ?? attributes.alttext ?? text.replaceAll(/\s+/g, ''));
}

/** Returns TeX without the frame that Wikipedia adds. */
export function plainFormula(tex: string): string {
  const [, plain = tex] = /^\s*\{\s*\\displaystyle\s([\s\S]*)\}\s*$/.exec(tex) ?? [];
  return plain.trim();
}

/** Returns the name of the file at an address, as people read it. */
export function fileNameOf(address: string): string {
  const name =
    address
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) || address;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
