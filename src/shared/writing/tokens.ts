import { Tokenizer } from 'htmlparser2';
import { limits } from './schema.ts';

export type Attributes = Partial<Record<string, string>>;

const read = new Set([
  ...['href', 'src', 'data', 'data-src', 'alt', 'title', 'class', 'dir', 'start', 'colspan', 'rowspan'],
  ...['data-kind', 'data-width', 'data-embed', 'data-media', 'data-absent', 'id', 'name', 'type'],
  // Of other programs.
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

/** The functions that get the tokens. The names of elements and attributes are in lower case. */
export interface Tokens {
  addText(text: string): void;
  startElement(name: string, attributes: Attributes): void;
  endElement(name: string): void;
}

export function tokenize(html: string, { addText, startElement, endElement }: Tokens): void {
  let [name, attribute, value, count] = ['', '', '', 0];
  let attributes: Attributes = {};
  const nameAt = (from: number, to: number) =>
    html
      .slice(from, Math.min(to, from + 40))
      .trim()
      .toLowerCase();
  const start = () => startElement(name, attributes);
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (from, to) => addText(html.slice(from, to)),
      ontextentity: (code) => addText(String.fromCodePoint(code)),
      onopentagname: (from, to) => {
        [name, attributes, count] = [nameAt(from, to), {}, 0];
      },
      onattribname: (from, to) => {
        count += 1;
        const found = count <= limits.attributes ? nameAt(from, to) : '';
        [attribute, value] = [read.has(found) ? found : '', ''];
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
      onclosetag: (from, to) => endElement(nameAt(from, to)),
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
