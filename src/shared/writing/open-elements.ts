import {
  attributeValues,
  type AttributeValues,
  blocksBetween,
  blocksEndedBy,
  type BlockType,
  type BlockModel,
  blockModels,
} from './block-models.ts';
import { textLimits, markRules } from './schema.ts';
import { type Block, type BlockChild, isBlock, type TextMark, TextTooLargeError } from './block-tree.ts';

interface OpenBlock extends Block {
  children: BlockChild[];
  /** Blocks around this one. Figures do not count: they may go later. */
  depth: number;
  /** If another element usually opens the block. `count` is the number of open ones with this name. */
  opener?: { name: string; count: number };
}

const maxFigures = 4;
const tooManyPieces = `Content has too many parts: it may have at most ${textLimits.pieces.toLocaleString('en')} paragraphs, lines and pieces of formatted text`;
const tableParts = new Set<BlockType>(['tableRow', 'tableCell', 'tableHeader', 'tableCaption']);
const parents: Partial<Record<BlockType, BlockType>> = { listItem: 'bulletList', image: 'figure' };
/** They contain no section at any depth. */
const narrow = new Set<BlockType>(['listItem', 'blockquote', 'tableCell', 'tableHeader', 'callout', 'table']);

/** The open blocks, the outermost first. Closing a block ends the marks that started in it. */
export class OpenBlocks {
  readonly #root: OpenBlock = { type: 'doc', attributes: {}, children: [], depth: 0 };
  readonly #path: OpenBlock[] = [this.#root];
  readonly #marks: OpenMarks;
  #pieces = 0;

  constructor(marks: OpenMarks) {
    this.#marks = marks;
  }

  get root(): Block {
    return this.#root;
  }

  get #top(): OpenBlock {
    return this.#path.at(-1) ?? this.#root;
  }

  get top(): Block {
    return this.#top;
  }

  get model(): BlockModel {
    return blockModels[this.#top.type];
  }

  get length(): number {
    return this.#path.length;
  }

  has(type: BlockType): boolean {
    return this.#path.some((block) => block.type === type);
  }

  find(type: BlockType): Block | undefined {
    return this.#path.findLast((block) => block.type === type);
  }

  findAny(types: ReadonlySet<string>): Block | undefined {
    return this.#path.findLast((block) => types.has(block.type));
  }

  add<C extends BlockChild>(child: C): C {
    this.#pieces += 1;
    if (this.#pieces > textLimits.pieces) throw new TextTooLargeError(tooManyPieces);
    this.#top.children.push(child);
    return child;
  }

  /** Closes blocks until `length` are open. */
  cut(length: number): void {
    if (this.#path.length <= length) return;
    this.#path.length = length;
    this.#marks.cut(length);
  }

  /** Closes the innermost open block of one of these types. Returns whether there was one. */
  end(types: ReadonlySet<string>): boolean {
    const at = this.#path.findLastIndex(({ type }) => types.has(type));
    if (at > 0) this.cut(at);
    return at > 0;
  }

  /** Opens blocks again that are already in the innermost open block, the outermost first. */
  resume(blocks: readonly Block[]): void {
    for (const block of blocks) this.#path.push(block as OpenBlock);
  }

  /** Opens the last child block again, whatever its type, or a new one. A paragraph is always new. */
  enter(type: BlockType): void {
    const last = type === 'paragraph' ? undefined : this.#top.children.findLast(isBlock);
    if (last) this.#path.push(last as OpenBlock);
    else this.#open(type);
  }

  /** Opens a block in the nearest one that can contain it, and closes those between. False if there is none. */
  place(type: BlockType, values: AttributeValues = {}): boolean {
    if (type === 'figure' && this.#path.filter((block) => block.type === 'figure').length >= maxFigures)
      return false;
    if (blockModels[type].group === 'section' && this.#path.some((block) => narrow.has(block.type)))
      return false;
    const { below, attributes } = blockModels[type];
    for (let at = this.#path.length - 1; at >= 0; at -= 1) {
      const block = this.#path[at]!;
      const steps = blocksBetween(block.type, type);
      if (steps && this.#canRemain(at, type)) {
        if (block.depth + steps.length + 1 + below > textLimits.depth) return false;
        this.cut(at + 1);
        for (const step of steps) this.enter(step);
        this.#open(type, attributes || type === 'figure' ? values : {});
        return true;
      }
      if (blockModels[block.type].isIsolating && !tableParts.has(type)) break;
    }
    const parent = parents[type];
    return parent !== undefined && this.place(parent) && this.place(type, values);
  }

  #open(type: BlockType, values: AttributeValues = {}): void {
    const depth = this.#top.depth + (type === 'figure' ? 0 : 1);
    const attributes = type === 'figure' ? definedOnly(values) : attributeValues(type, values);
    const block = this.add<OpenBlock>({ type, attributes, children: [], depth });
    if (blockModels[type].content !== undefined) this.#path.push(block);
  }

  /** A figure may be removed later, so what it gets must be allowed in the block around it too. */
  #canRemain(at: number, type: BlockType): boolean {
    if (this.#path[at]!.type !== 'figure' || ['image', 'caption', 'figure'].includes(type)) return true;
    const around = this.#path.findLast((block, place) => place < at && block.type !== 'figure')!;
    return blocksBetween(around.type, type) !== undefined;
  }

  /** Records which element opened the last block. Its end tag then closes the block. */
  opensWith(name: string): void {
    this.#top.opener = { name, count: 1 };
  }

  countOpener(name: string): void {
    const opener = this.#path.findLast((block) => block.opener)?.opener;
    if (opener?.name === name) opener.count += 1;
  }

  /** Closes the block that an element of this name opened, at its end tag. Returns whether there was one. */
  endOpener(name: string): boolean {
    const at = this.#path.findLastIndex((block) => block.opener);
    const opener = this.#path[at]?.opener;
    if (!opener || opener.name !== name) return false;
    if (this.#path.slice(at + 1).some((block) => blocksEndedBy(name)?.has(block.type))) return false;
    opener.count -= 1;
    if (opener.count > 0) return false;
    this.cut(at);
    return true;
  }
}

function definedOnly(values: AttributeValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const excluded = new Map<string, readonly string[]>(
  Object.values(markRules).flatMap((rule) =>
    'excludes' in rule
      ? [[rule.tag, rule.excludes.map((name) => (name === '*' ? name : markRules[name].tag))]]
      : [],
  ),
);

/** The open marks, such as bold. A mark that was opened twice must be closed twice. */
export class OpenMarks {
  #open: (TextMark & { count: number; depth: number })[] = [];
  #active: readonly TextMark[] | undefined;

  /** The open marks that apply to text. The array is the same until a mark starts or ends. */
  get active(): readonly TextMark[] {
    this.#active ??= withoutExcluded(this.#open).map(({ tag, href }) => ({ tag, href }));
    return this.#active;
  }

  start({ tag, href }: TextMark, depth: number): void {
    const known = this.#open.find((mark) => mark.tag === tag);
    if (known) {
      known.count += 1;
      return;
    }
    this.#open.push({ tag, href, count: 1, depth });
    this.#active = undefined;
  }

  end(tag: string, isWhole = false): void {
    const at = this.#open.findIndex((mark) => mark.tag === tag);
    const mark = this.#open[at];
    if (!mark) return;
    mark.count -= 1;
    if (mark.count > 0 && !isWhole) return;
    this.#open.splice(at, 1);
    this.#active = undefined;
  }

  /** Ends the marks that started deeper than the blocks that remain open. */
  cut(length: number): void {
    if (!this.#open.some(({ depth }) => depth > length)) return;
    this.#open = this.#open.filter(({ depth }) => depth <= length);
    this.#active = undefined;
  }
}

/** Of two marks that exclude each other, the first counts. Code excludes all but links. */
function withoutExcluded<M extends TextMark>(open: readonly M[]): M[] {
  const kept: M[] = [];
  const isCode = open.some(({ tag }) => excluded.get(tag)?.includes('*'));
  for (const mark of open) {
    const isFree = isCode
      ? mark.href !== undefined || excluded.get(mark.tag)?.includes('*')
      : !kept.some(({ tag }) => excluded.get(tag)?.includes(mark.tag));
    if (isFree) kept.push(mark);
  }
  return kept;
}
