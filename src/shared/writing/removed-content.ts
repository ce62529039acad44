import type { Attributes } from './block-tree.ts';
import { formulaWithoutMarkup } from './pictures-in-text.ts';

export interface RemovedContent {
  removed: Map<string, { count: number; addresses: Set<string>; examples: Set<string> }>;
  pictures: { address: string; alt: string }[];
}

const maxNames = 50;
const maxShown = 300;
const maxExamples = 5;

/** Further names after the first 50 are counted together. `example` is only for the message to the author. */
export function recordRemoved(
  { removed }: RemovedContent,
  element: string,
  { src, data }: Attributes,
  example?: string,
): void {
  const name = removed.has(element) || removed.size < maxNames ? element : 'other element';
  const known = removed.get(name) ?? { count: 0, addresses: new Set(), examples: new Set() };
  known.count += 1;
  const address = src ?? data;
  if (address) known.addresses.add(shown(address));
  if ((example ?? address) && known.examples.size <= maxExamples)
    known.examples.add(shown(example ?? address ?? ''));
  removed.set(name, known);
}

function shown(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

const sentences: Readonly<Record<string, readonly [one: string, many: string]>> = {
  img: [
    'picture is left out, as the media library does not have it',
    'pictures are left out, as the media library does not have them',
  ],
  link: ['link has no usable address, its words stay', 'links have no usable address, their words stay'],
  table: ['table became lines of text', 'tables became lines of text'],
  iframe: ['frame became a link', 'frames became links'],
  embed: ['embed became a link', 'embeds became links'],
  video: ['video became a link', 'videos became links'],
  audio: ['sound became a link', 'sounds became links'],
  'video without a file': ['video is left out', 'videos are left out'],
  'audio without a file': ['sound is left out', 'sounds are left out'],
  svg: ['drawing is left out', 'drawings are left out'],
  math: ['formula became text', 'formulas became text'],
  button: ['button is left out', 'buttons are left out'],
  label: ['label of code is left out', 'labels of code are left out'],
  hidden: ['hidden part is left out', 'hidden parts are left out'],
  checkbox: ['box of a checklist is left out', 'boxes of a checklist are left out'],
  details: ['fold-out became paragraphs', 'fold-outs became paragraphs'],
  place: [
    'link leads to a place that is not in the text, its words stay',
    'links lead to places that are not in the text, their words stay',
  ],
  script: ['script removed', 'scripts removed'],
  style: ['style sheet removed', 'style sheets removed'],
  form: ['form is left out, its words stay', 'forms are left out, their words stay'],
};

/** One sentence for the author about each kind of content that was left out or converted. */
export function describeRemovedContent({ removed }: RemovedContent): string[] {
  return Array.from(removed, ([name, { count, examples }]) => {
    const [one, many] = sentences[name] ?? [
      `“${name}” is left out, its words stay`,
      `“${name}” are left out, their words stay`,
    ];
    const shownExamples = [...examples].slice(0, maxExamples).join(', ');
    const more = examples.size > maxExamples ? ', …' : '';
    return `${count} ${count === 1 ? one : many}${shownExamples && `: ${shownExamples}${more}`}`;
  });
}

/** An open element whose content is not read as text of its own. */
export interface SkippedElement {
  name: string;
  /** What the element is, such as `button`. */
  as: string;
  attributes: Attributes;
  /** Open elements with this name. */
  depth: number;
  text: string;
  tex: string | undefined;
  isTex: boolean;
  /** The address of the first file of a player. */
  file: string | undefined;
  hasFormula: boolean;
  /** The open elements of a formula, with the number of their parts so far. */
  parts: { name: string; count: number }[];
}

/** Between parts of a formula that are above, below or over each other. */
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

export function textOfSkipped({ text }: SkippedElement): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Its TeX if the source has it, or its signs in a line. */
export function formulaText({ tex, text, attributes }: SkippedElement): string {
  return formulaWithoutMarkup(tex ?? attributes.alttext ?? text.replaceAll(/\s+/g, ''));
}

/** The decoded last part of the address. */
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
