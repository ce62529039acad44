import {
  attributeValues,
  type AttributeValues,
  blocksBetween,
  blocksEndedBy,
  type BlockType,
  type Model,
  models,
} from './model.ts';
import { limits, marks } from './schema.ts';
import { type Block, type Child, isBlock, type Mark, TextTooLarge } from './tree.ts';

interface OpenBlock extends Block {
  children: Child[];
  /** The number of blocks around this block. Figures do not count, because a figure may be removed later. */
  depth: number;
  /**
   * The element that opened the block, if another element usually opens this type of block. `count` is the number of
   * open elements with this name, including the element itself.
   */
  opener?: { name: string; count: number };
}

const maxFigures = 4;
const tooManyPieces = `Content has too many parts: it may have at most ${limits.pieces.toLocaleString('en')} paragraphs, lines and pieces of formatted text`;
const tableParts = new Set<BlockType>(['tableRow', 'tableCell', 'tableHeader', 'tableCaption']);
const parents: Partial<Record<BlockType, BlockType>> = { listItem: 'bulletList', image: 'figure' };
/** The types of blocks that cannot contain sections at any depth. */
const narrow = new Set<BlockType>(['listItem', 'blockquote', 'tableCell', 'tableHeader', 'callout', 'table']);

/**
 * Creates the stack of open blocks, with the outermost block first. When blocks are closed, calls `onCut` with the
 * number of blocks that remain open.
 */
export function createOpenBlocks(onCut: (length: number) => void) {
  const root: OpenBlock = { type: 'doc', attributes: {}, children: [], depth: 0 };
  const path: OpenBlock[] = [root];
  let pieces = 0;

  const top = () => path[path.length - 1] ?? root;
  const add = <C extends Child>(child: C): C => {
    pieces += 1;
    if (pieces > limits.pieces) throw new TextTooLarge(tooManyPieces);
    top().children.push(child);
    return child;
  };
  const cut = (length: number) => {
    if (path.length <= length) return;
    path.length = length;
    onCut(length);
  };
  const open = (type: BlockType, given: AttributeValues = {}) => {
    const depth = top().depth + (type === 'figure' ? 0 : 1);
    const attributes = type === 'figure' ? definedOnly(given) : attributeValues(type, given);
    const block = add<OpenBlock>({ type, attributes, children: [], depth });
    if (models[type].content !== undefined) path.push(block);
  };
  /**
   * Opens the last child block of the innermost block again, whatever its type is. If there is no child block, opens a
   * new block of the type. A paragraph is always a new block.
   */
  const enter = (type: BlockType) => {
    const last = type === 'paragraph' ? undefined : top().children.findLast(isBlock);
    if (last) path.push(last as OpenBlock);
    else open(type);
  };
  /**
   * Returns whether a block of the type may be added to the block at `at`. If that block is a figure, it may be removed
   * later. The block around the figure must therefore be able to contain the new block too.
   */
  const canRemain = (at: number, type: BlockType) => {
    if (path[at]!.type !== 'figure' || ['image', 'caption', 'figure'].includes(type)) return true;
    const around = path.findLast((block, place) => place < at && block.type !== 'figure')!;
    return blocksBetween(around.type, type) !== undefined;
  };
  /**
   * Opens a block of the type in the nearest open block that can contain it, and closes the blocks inside that block.
   * Returns false if no open block can contain it.
   */
  const place = (type: BlockType, given: AttributeValues = {}): boolean => {
    if (type === 'figure' && path.filter((block) => block.type === 'figure').length >= maxFigures)
      return false;
    if (models[type].group === 'section' && path.some((block) => narrow.has(block.type))) return false;
    const { below, attributes } = models[type];
    for (let at = path.length - 1; at >= 0; at -= 1) {
      const block = path[at]!;
      const way = blocksBetween(block.type, type);
      if (way && canRemain(at, type)) {
        if (block.depth + way.length + 1 + below > limits.depth) return false;
        cut(at + 1);
        for (const step of way) enter(step);
        open(type, attributes || type === 'figure' ? given : {});
        return true;
      }
      if (models[block.type].isIsolating && !tableParts.has(type)) break;
    }
    const parent = parents[type];
    return parent !== undefined && place(parent) && place(type, given);
  };
  /** Closes the innermost open block of one of these types. Returns whether there was such a block. */
  const end = (types: ReadonlySet<string>): boolean => {
    const at = path.findLastIndex(({ type }) => types.has(type));
    if (at > 0) cut(at);
    return at > 0;
  };

  return {
    root: root as Block,
    top: top as () => Block,
    model: (): Model => models[top().type],
    length: () => path.length,
    has: (type: BlockType) => path.some((block) => block.type === type),
    /** Opens blocks again that are already in the innermost open block, the outermost first. */
    resume: (blocks: readonly Block[]) => {
      for (const block of blocks) path.push(block as OpenBlock);
    },
    findAny: (types: ReadonlySet<string>): Block | undefined =>
      path.findLast((block) => types.has(block.type)),
    find: (type: BlockType): Block | undefined => path.findLast((block) => block.type === type),
    add,
    cut,
    enter,
    place,
    end,
    /** Records which element opened the last block. The end tag of this element then closes the block. */
    opensWith: (name: string) => {
      top().opener = { name, count: 1 };
    },
    countOpener: (name: string) => {
      const opener = path.findLast((block) => block.opener)?.opener;
      if (opener?.name === name) opener.count += 1;
    },
    /**
     * Closes the block that an element of this name opened. Called at the end tag of the element. Returns the type of
     * the block, or undefined if the end tag closes no block.
     */
    endOpener: (name: string): BlockType | undefined => {
      const at = path.findLastIndex((block) => block.opener);
      const { opener, type } = path[at] ?? {};
      if (!opener || opener.name !== name) return undefined;
      if (path.slice(at + 1).some((block) => blocksEndedBy(name)?.has(block.type))) return undefined;
      opener.count -= 1;
      if (opener.count > 0) return undefined;
      cut(at);
      return type;
    },
  };
}

function definedOnly(given: AttributeValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

const excluded = new Map<string, readonly string[]>(
  Object.values(marks).flatMap((rule) =>
    'excludes' in rule
      ? [
          [
            rule.tag,
            rule.excludes.map((name) => (name === '*' ? name : marks[name as keyof typeof marks].tag)),
          ],
        ]
      : [],
  ),
);

/** Creates a list of the open marks, such as bold. A mark that was opened twice must be closed twice. */
export function createOpenMarks() {
  let open: (Mark & { count: number; depth: number })[] = [];
  let active: readonly Mark[] | undefined;
  return {
    /** Returns the open marks that apply to text. The array is the same until a mark starts or ends. */
    active: (): readonly Mark[] => {
      active ??= withoutExcluded(open).map(({ tag, href }) => ({ tag, href }));
      return active;
    },
    start: ({ tag, href }: Mark, depth: number) => {
      const known = open.find((mark) => mark.tag === tag);
      if (known) {
        known.count += 1;
        return;
      }
      open.push({ tag, href, count: 1, depth });
      active = undefined;
    },
    end: (tag: string, isWhole = false) => {
      const at = open.findIndex((mark) => mark.tag === tag);
      const mark = open[at];
      if (!mark) return;
      mark.count -= 1;
      if (mark.count > 0 && !isWhole) return;
      open.splice(at, 1);
      active = undefined;
    },
    cut: (length: number) => {
      if (!open.some(({ depth }) => depth > length)) return;
      open = open.filter(({ depth }) => depth <= length);
      active = undefined;
    },
  };
}

/**
 * Leaves out marks that another open mark excludes. If two marks cannot apply together, the mark that was opened first
 * applies. Code always excludes all marks except links.
 */
function withoutExcluded<M extends Mark>(open: readonly M[]): M[] {
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
