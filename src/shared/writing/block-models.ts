import { parseEmbed } from './links-and-embeds.ts';
import {
  type AttributeCheck,
  type AttributeRule,
  markRules,
  type NodeName,
  type NodeRule,
  nodeRules,
} from './schema.ts';

/** `figure` and `tableCaption` exist only while a text is read. `finishBlocks` replaces them. */
export type BlockType = NodeName | 'figure' | 'tableCaption';
export type AttributeValues = Readonly<Partial<Record<string, string>>>;

const figures = new Set<string>(['picture', 'gallery', 'embed', 'attributedQuote']);
const rules: Readonly<Record<BlockType, NodeRule>> = {
  ...nodeRules,
  figure: { tag: 'figure', content: '(block | section | image | caption | figure)*' },
  tableCaption: { tag: 'caption', content: 'inline*' },
};
const types = Object.keys(rules) as BlockType[];

export interface BlockModel extends NodeRule {
  type: BlockType;
  holds: ReadonlySet<string>;
  hasText: boolean;
  /** Wraps content that this block cannot contain directly. */
  wrap: BlockType | undefined;
  rules: readonly (readonly [name: string, rule: AttributeRule])[];
  /** Nested levels that the block needs for its usual content. */
  below: number;
}

export const blockModels = Object.fromEntries(types.map((type) => [type, modelOf(type)])) as Readonly<
  Record<BlockType, BlockModel>
>;

function namesIn(content: string): string[] {
  return (content.match(/\w+/g) ?? []).flatMap((name) =>
    Object.hasOwn(nodeRules, name) || name === 'figure'
      ? [name]
      : types.filter((type) => rules[type].group === name),
  );
}

function modelOf(type: BlockType): BlockModel {
  const rule = rules[type];
  const { content = '', hasLooseText } = rule;
  const names = namesIn(content.replaceAll(/\{[^{}]*\}/g, ''));
  const hasText = /^(?:inline|text)\*$/.test(content) || hasLooseText === true;
  const holds = new Set<string>(names.filter((name) => !figures.has(name)));
  if (names.includes('picture')) holds.add('figure');
  if (type === 'table') holds.add('tableCaption');
  // The source of a quote is read as a caption. `finishBlocks` moves it to its place.
  if (type === 'blockquote') holds.add('caption');
  const wrap = hasText || type === 'image' ? undefined : (names[0] as BlockType | undefined);
  const attributes: Readonly<Record<string, AttributeRule>> = rule.attributes ?? {};
  return { ...rule, type, holds, hasText, wrap, rules: Object.entries(attributes), below: belowOf(type) };
}

function belowOf(type: BlockType): number {
  const deep: Partial<Record<BlockType, number>> = { table: 3, bulletList: 2, orderedList: 2, tableRow: 2 };
  const flat: BlockType[] = ['listItem', 'blockquote', 'tableCell', 'tableHeader', 'callout', 'figure'];
  return deep[type] ?? (flat.includes(type) ? 1 : 0);
}

/**
 * The blocks to open inside `from` before one of `type`, the outermost first. Undefined if `from` cannot contain it.
 */
export function blocksBetween(from: BlockType, type: BlockType): BlockType[] | undefined {
  const { holds, wrap } = blockModels[from];
  if (holds.has(type)) return [];
  const rest = wrap && blocksBetween(wrap, type);
  return rest && [wrap, ...rest];
}

export function checkedValue(check: AttributeCheck, raw: string): string | undefined {
  switch (check.kind) {
    case 'whole': {
      const value = /^\d{1,10}$/.test(raw) ? Number(raw) : Number.NaN;
      return value >= check.min && value <= check.max ? String(value) : undefined;
    }
    case 'one of':
      return check.values.includes(raw) ? raw : undefined;
    case 'words':
      return shortWords(raw, check.max);
    case 'language':
      return /^[a-z\d+#.-]{1,24}$/.test(raw) ? raw : undefined;
    case 'place':
      return checkedPlace(raw);
    case 'embed':
      return parseEmbed(raw);
  }
}

/** The prefix keeps the id of a stored place apart from those of the page. */
export function checkedPlace(id: string): string | undefined {
  return /^place-[\p{L}\p{M}\p{N}_-]{1,100}$/u.test(id) ? id : undefined;
}

function shortWords(raw: string, max: number): string {
  const text = raw
    .replaceAll(/[\p{Cc}\s\ufeff]+/gu, ' ')
    .trim()
    .slice(0, max);
  return text.replace(/[\uD800-\uDBFF]$/, '').trim();
}

/** From the attribute `class`. Empty if it names none. */
export function codeLanguageOf({ class: names = '' }: AttributeValues): { language?: string } {
  const className = /(?:^|\s)(?:language-|lang-|brush:\s?)([^\s;]+)/.exec(names)?.[1];
  const language =
    className && checkedValue(nodeRules.codeBlock.attributes.language.check, className.toLowerCase());
  return language ? { language } : {};
}

/** By name, without invalid and default values. */
export function attributeValues(type: BlockType, source: AttributeValues): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, { html = name, check, initial }] of blockModels[type].rules) {
    const raw = source[html];
    const value = raw === undefined ? undefined : checkedValue(check, raw);
    if (value !== undefined && value !== initial) values[name] = value;
  }
  return values;
}

export interface ReadBlock {
  type: BlockType;
  attributes?: AttributeValues;
}

const byTag = new Map<string, ReadBlock>([['figure', { type: 'figure' }]]);
const byClass = new Map<string, ReadBlock>();
for (const [name, rule] of Object.entries(nodeRules) as [NodeName, NodeRule][]) {
  const type = figures.has(name) ? 'figure' : name;
  if (!rule.fixed && name !== 'callout' && name !== 'image') {
    for (const [value, tag] of Object.entries(rule.tags ?? { '': rule.tag }))
      byTag.set(tag, { type, ...(rule.tags && { attributes: { level: value } }) });
  }
  for (const { tag, className, attributes } of rule.reads ?? []) {
    if (tag) byTag.set(tag, { type, ...(attributes && { attributes }) });
    const kind = figures.has(name) ? name : attributes?.kind;
    if (className) byClass.set(className, { type, ...(kind && { attributes: { 'data-kind': kind } }) });
  }
}
byTag.delete('');
byTag.set('caption', { type: 'tableCaption' });

/** What an end tag can close. */
export function blocksEndedBy(name: string): ReadonlySet<string> | undefined {
  return ends.get(name);
}

const ends = new Map(Array.from(byTag, ([tag, { type }]) => [tag, new Set<string>([type])]));
for (const tag of ['td', 'th']) ends.set(tag, new Set(['tableCell', 'tableHeader']));
ends.set('p', new Set(['paragraph', 'action']));
ends.delete('figure');

const kinds: readonly string[] = nodeRules.callout.attributes.kind.check.values;

export function readBlockOf(name: string, attributes: AttributeValues): ReadBlock | undefined {
  const kind = attributes['data-kind'];
  if (name === 'aside' && kind && kinds.includes(kind)) return { type: 'callout' };
  if (name === 'p' && kind === 'action') return { type: 'action' };
  if (attributes.class !== undefined)
    for (const one of attributes.class.split(/\s+/)) {
      const read = byClass.get(one);
      if (read) return read;
    }
  return byTag.get(name);
}

export const markTags: ReadonlyMap<string, string> = new Map(
  Object.values(markRules).flatMap((rule) =>
    [rule.tag, ...('reads' in rule ? rule.reads : [])].map((name) => [name, rule.tag] as const),
  ),
);
