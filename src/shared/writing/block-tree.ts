import { Tokenizer } from 'htmlparser2';
import type { BlockType } from './block-models.ts';
import { textLimits } from './schema.ts';

export interface Block {
  type: BlockType;
  attributes: Record<string, string>;
  children: BlockChild[];
  /** The ids of the block in the source, to which links may lead. */
  places?: string[];
  /** The level of a heading in the source. */
  level?: number;
  /** Opened for text that has no paragraph in the source. */
  isLoose?: true;
  /** A button follows the text. */
  hasButton?: true;
}

export type BlockChild = Block | TextRun;

export interface TextRun {
  /** Absent for a line break. */
  text?: string;
  marks: readonly TextMark[];
  /** A button follows the text. */
  hasButton?: true;
}

export interface TextMark {
  tag: string;
  href?: string | undefined;
}

export function isBlock(child: BlockChild): child is Block {
  return 'type' in child;
}

/** White space as HTML defines it. Other spaces, such as no-break spaces, count as text. */
export function isBlank(text: string): boolean {
  return !/[^ \t\n]/.test(text);
}

export function textOfChildren(children: readonly BlockChild[]): string {
  const parts = children.map((child) =>
    isBlock(child) ? ` ${textOfChildren(child.children)} ` : (child.text ?? ' '),
  );
  return parts
    .join('')
    .replaceAll(/[ \t\n]+/g, ' ')
    .trim();
}

/** The text exceeds `textLimits`. The message is for people. */
export class TextTooLargeError extends Error {}

export type Attributes = Partial<Record<string, string>>;

const read = new Set([
  ...['href', 'src', 'data', 'data-src', 'alt', 'title', 'class', 'dir', 'start', 'colspan', 'rowspan'],
  ...['data-kind', 'data-width', 'data-embed', 'data-media', 'data-absent', 'id', 'name', 'type'],
  // Attributes that only other programs write.
  ...['style', 'data-style', 'face', 'hidden', 'width', 'height', 'role', 'aria-level', 'aria-hidden'],
  ...['aria-checked', 'aria-roledescription', 'data-aria-level', 'data-listid', 'data-indent'],
  ...[
    'data-stringify-indent',
    'data-emoji',
    'data-stringify-emoji',
    'data-panel-type',
    'encoding',
    'alttext',
  ],
]);

/** Names of elements and attributes are in lower case. */
export interface Tokens {
  addText(text: string): void;
  startElement(name: string, attributes: Attributes): void;
  endElement(name: string): void;
}

export function tokenize(html: string, tokens: Tokens): void {
  let [name, attribute, value, count] = ['', '', '', 0];
  let attributes: Attributes = {};
  const nameAt = (from: number, to: number) =>
    html
      .slice(from, Math.min(to, from + 40))
      .trim()
      .toLowerCase();
  const start = () => tokens.startElement(name, attributes);
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (from, to) => tokens.addText(html.slice(from, to)),
      ontextentity: (code) => tokens.addText(String.fromCodePoint(code)),
      onopentagname: (from, to) => {
        [name, attributes, count] = [nameAt(from, to), {}, 0];
      },
      onattribname: (from, to) => {
        count += 1;
        const attributeName = count <= textLimits.attributes ? nameAt(from, to) : '';
        [attribute, value] = [read.has(attributeName) ? attributeName : '', ''];
      },
      onattribdata: (from, to) => {
        if (attribute) value += html.slice(from, to);
      },
      onattribentity: (code) => {
        if (attribute) value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (attribute) attributes[attribute] ??= value;
      },
      onopentagend: start,
      onselfclosingtag: start,
      onclosetag: (from, to) => tokens.endElement(nameAt(from, to)),
      oncomment: ignore,
      oncdata: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
}

/** Without tags, and with its entities decoded. */
export function decodedText(html: string): string {
  const parts: string[] = [];
  const ignore = () => {};
  tokenize(html, { addText: (text) => parts.push(text), startElement: ignore, endElement: ignore });
  return parts.join('');
}
