import {
  type BlockType,
  endsOf,
  type Model,
  models,
  type AttributeValues,
  attributeValues,
  wayTo,
} from './model.ts';
import { limits } from './schema.ts';
import { type Block, type Child, isBlock, TextTooLarge } from './tree.ts';

interface OpenBlock extends Block {
  children: Child[];
  /** The number of blocks around this one. Figures do not count, because they may be dropped. */
  depth: number;
  /**
   * The element that opened the block, if the type of the block does not imply it. `count` is the number of elements of
   * this name that are open since then.
   */
  opener?: { name: string; count: number };
}

const maxFigures = 4;
const tooManyPieces = `Content has too many parts: it may have at most ${limits.pieces.toLocaleString('en')} paragraphs, lines and pieces of formatted text`;
const tableParts = new Set<BlockType>(['tableRow', 'tableCell', 'tableHeader', 'tableCaption']);
const parents: Partial<Record<BlockType, BlockType>> = { listItem: 'bulletList', image: 'figure' };
/** Types of blocks that cannot contain sections. */
const narrow = new Set<BlockType>(['listItem', 'blockquote', 'tableCell', 'tableHeader', 'callout', 'table']);

/** Keeps the stack of open blocks, outermost first. Calls `onCut` with the number of remaining blocks. */
export function openPath(onCut: (length: number) => void) {
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
  /** Continues the last block, or opens one. A paragraph is always new. */
  const enter = (type: BlockType) => {
    const last = type === 'paragraph' ? undefined : top().children.findLast(isBlock);
    if (last) path.push(last as OpenBlock);
    else open(type);
  };
  /** A figure may be dropped later. The block around it must then be able to contain its blocks. */
  const canRemain = (at: number, type: BlockType) => {
    if (path[at]!.type !== 'figure' || ['image', 'caption', 'figure'].includes(type)) return true;
    const around = path.findLast((block, place) => place < at && block.type !== 'figure')!;
    return wayTo(around.type, type) !== undefined;
  };
  /** Makes the nearest open block that can contain the type the innermost one. Returns false if there is none. */
  const place = (type: BlockType, given: AttributeValues = {}): boolean => {
    if (type === 'figure' && path.filter((block) => block.type === 'figure').length >= maxFigures)
      return false;
    if (models[type].group === 'section' && path.some((block) => narrow.has(block.type))) return false;
    const { below, attributes } = models[type];
    for (let at = path.length - 1; at >= 0; at -= 1) {
      const block = path[at]!;
      const way = wayTo(block.type, type);
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
  /** Closes the innermost block of these types. Returns whether there was one. */
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
    find: (type: BlockType): Block | undefined => path.findLast((block) => block.type === type),
    add,
    cut,
    enter,
    place,
    end,
    /** Records which element opened the last block, so that its end tag closes the block. */
    opensWith: (name: string) => {
      top().opener = { name, count: 1 };
    },
    countOpener: (name: string) => {
      const opener = path.findLast((block) => block.opener)?.opener;
      if (opener?.name === name) opener.count += 1;
    },
    /** Returns the type of the block that the end tag closed, if any. */
    endOpener: (name: string): BlockType | undefined => {
      const at = path.findLastIndex((block) => block.opener);
      const { opener, type } = path[at] ?? {};
      if (!opener || opener.name !== name) return undefined;
      if (path.slice(at + 1).some((block) => endsOf(name)?.has(block.type))) return undefined;
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
