import { Parser } from 'htmlparser2';
import { untypedModules } from '../../content-modules.ts';
import { hasLivePreview } from '../../modules/previews/previews.ts';
import { copyRowValues, type RowValue, rowValuesOf } from '../../shared/blocks/row-values.ts';
import type { Column } from '../../shared/column-types.ts';
import { Forbidden, RuleBroken } from '../../shared/errors.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { scheduleColumnNames } from '../../shared/schedule.ts';
import { escapeXml } from '../../shared/xml.ts';
import type { Context } from '../../trpc/context.ts';

type Values = Record<string, unknown>;

/** The columns of a draft that a tool may write: none that publishes, dates, addresses or links a row. */
export function draftColumnNames(module: ModuleName): string[] {
  const facts = factsOf(module);
  const { columns } = untypedModules[module].rules;
  const forPeople = [facts.publicBy, ...scheduleColumnNames(facts)];
  return Object.keys(columns).filter(
    (name) => !forPeople.includes(name) && !columns[name]!.isApart && !isAddress(columns[name]!),
  );
}

function isAddress(column: Column): boolean {
  if (column.kind === 'optionalText') return ['address', 'email', 'linkedin'].includes(column.format ?? '');
  return column.kind === 'link';
}

/** Returns the input of a new draft. @throws {RuleBroken} for what only a person may write */
export function toNewDraft(module: ModuleName, input: Values): Values {
  const values = toDraftValues(module, input, draftColumnNames(module));
  // Some modules are public by default.
  return { ...values, [factsOf(module).publicBy!]: false };
}

/**
 * Returns the input of a change. Its version keeps it from a row that a person has published meanwhile.
 * @throws {RuleBroken} for what only a person may write, {Forbidden} when the row is more than a draft
 */
export async function toDraftChange(
  ctx: Context,
  module: ModuleName,
  input: Values,
  readRow: () => Promise<Values>,
): Promise<Values> {
  const values = toDraftValues(module, input, ['id', 'version', ...draftColumnNames(module)]);
  if (input.version === undefined)
    throw RuleBroken.of('version', 'Send the version of the row that you have read.');
  const facts = factsOf(module);
  const row = await readRow();
  if (row[facts.publicBy!])
    throw new Forbidden('Visitors can see this row. A person changes it in the panel.');
  if (scheduleColumnNames(facts).some((name) => row[name] !== null && row[name] !== undefined))
    throw new Forbidden('This row has a date. A person changes it in the panel.');
  if (await hasLivePreview(ctx, module, Number(input.id)))
    throw new Forbidden('A link shows this draft to others. A person changes it in the panel.');
  return values;
}

/** Returns the input of a note. @throws {RuleBroken} for anything but a note */
export function toNote(input: Values): Values {
  expectOnly(input, ['id', 'text']);
  return input;
}

function toDraftValues(module: ModuleName, input: Values, names: readonly string[]): Values {
  expectOnly(input, names);
  const { columns } = untypedModules[module].rules;
  for (const [name, { kind }] of Object.entries(columns)) {
    const blocks = input[name];
    if (kind === 'blocks' && Array.isArray(blocks) && !blocks.every(isObject))
      throw RuleBroken.of(name, 'Each block is an object with a kind.');
  }
  const values = copyRowValues(columns, input);
  const errors = rowValuesOf(columns, values).flatMap((slot): [string, [string]][] => {
    const problem = replaceAddresses(slot);
    return problem === undefined ? [] : [[slot.path, [problem]]];
  });
  if (errors.length > 0) throw new RuleBroken(Object.fromEntries(errors));
  return values;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function expectOnly(input: Values, names: readonly string[]): void {
  const others = Object.keys(input).filter((name) => !names.includes(name));
  if (others.length === 0) return;
  const errors = others
    .slice(0, 10)
    .map((name) => [name, [`A tool cannot set ${name.slice(0, 60)}. A person does that in the panel.`]]);
  throw new RuleBroken(Object.fromEntries(errors));
}

const pictureRule = 'A tool names a picture by its id in the library.';
const pageRule = 'A tool links to pages of this site only. Begin with a slash, such as /contact.';
const htmlRule =
  'A tool adds no pictures, videos or frames by their address. Name a picture of the library by its id: <img data-media="7">.';

/** Returns the problem of a value that has an address of another site. */
function replaceAddresses({ column, value, replace }: RowValue): string | undefined {
  if (column.kind === 'picture' || column.kind === 'media') {
    const isId = value === undefined || value === null || Number.isInteger(value);
    return isId ? undefined : pictureRule;
  }
  if (typeof value !== 'string') return undefined;
  if (isAddress(column)) return value === '' || /^\/(?![/\\])[\w/-]*$/.test(value) ? undefined : pageRule;
  if (column.kind !== 'html') return undefined;
  const html = toWords(value);
  if (html === undefined) return htmlRule;
  replace(html);
  return undefined;
}

const formatting: ReadonlySet<string> = new Set([
  ...[
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'pre',
  ],
  ...['code', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'sub', 'sup', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'div', 'section'],
]);
const unread: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'title']);
const embedding: ReadonlySet<string> = new Set([
  ...['iframe', 'frame', 'embed', 'object', 'video', 'audio', 'source', 'picture', 'svg', 'math', 'image'],
  ...['link', 'base', 'meta', 'form', 'input', 'button', 'area', 'portal'],
]);

/**
 * Returns the text with all links as words, followed by their addresses, and without attributes. Undefined when it
 * embeds something by its address.
 */
function toWords(html: string): string | undefined {
  let words = '';
  let isEmbedding = false;
  let skipped = 0;
  const links: { href: string; at: number }[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (unread.has(name)) skipped += 1;
      if (embedding.has(name) || 'data-embed' in attributes || 'background' in attributes) isEmbedding = true;
      if (name === 'a') links.push({ href: attributes.href ?? '', at: words.length });
      if (name === 'img') {
        const id = attributes['data-media'] ?? '';
        if (!/^[1-9]\d{0,9}$/.test(id)) isEmbedding = true;
        const alt = attributes.alt === undefined ? '' : ` alt="${escapeXml(attributes.alt)}"`;
        words += `<img data-media="${id}"${alt}>`;
      }
      if (formatting.has(name)) words += `<${name}>`;
    },
    ontext: (text) => {
      if (skipped === 0) words += escapeXml(text);
    },
    onclosetag: (name) => {
      if (unread.has(name)) skipped -= 1;
      if (name === 'a') {
        const { href, at } = links.pop() ?? { href: '', at: 0 };
        const address = escapeXml(href.trim());
        // Compares the lengths first, because each `slice` of many nested links would be long.
        const isShown = words.length - at === address.length && words.slice(at) === address;
        if (address && !isShown) words += ` (${address})`;
      }
      if (formatting.has(name) && name !== 'br' && name !== 'hr') words += `</${name}>`;
    },
  });
  parser.end(html);
  return isEmbedding ? undefined : words;
}
