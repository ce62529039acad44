import type { createOpenBlocks } from './open-blocks.ts';
import { type Block, isBlank, isBlock } from './tree.ts';

export interface LevelledItem {
  level: number;
  /** Items of one list have the same key. */
  key: string;
  type: 'bulletList' | 'orderedList';
  /** The number of the item, if it is known. */
  number?: number | undefined;
  /** The first number of the list, which counts only for its first item. */
  start?: string | undefined;
  /** The kind of numbers, as the attribute `type` of a list says it. */
  numbers?: string | undefined;
}

interface OpenList {
  list: Block;
  key: string;
  number: number | undefined;
}

const deepest = 6;

/** Creates the lists of programs that write the level of an item as a number, and each level as a list of its own. */
export function createListLevels(path: ReturnType<typeof createOpenBlocks>) {
  let lists: OpenList[] = [];
  let parent: Block | undefined;
  let base = 0;
  let isOpen = false;
  const isNext = () => {
    const last = parent?.children.findLast((child) => isBlock(child) || !isBlank(child.text ?? ''));
    return path.top() === parent && last !== undefined && last === lists[0]?.list;
  };
  const levels = {
    isOpen: () => isOpen,
    /** Closes the open item. The next item may continue its list. */
    end: () => {
      if (isOpen) path.cut(base);
      isOpen = false;
    },
    /** Opens an item at its level. Returns false if no list is allowed here. */
    place: ({ level, key, type, number, start, numbers }: LevelledItem): boolean => {
      levels.end();
      if (!isNext() || (level === 1 && lists[0]?.key !== key)) {
        lists = [];
        parent = path.top();
        base = path.length();
      }
      const depth = Math.max(1, Math.min(level, lists.length + 1, deepest));
      lists.length = Math.min(lists.length, depth);
      const last = lists.length === depth ? lists.at(-1) : undefined;
      const isOther = last?.key !== key || last.list.type !== type;
      if (last && (isOther || (number !== undefined && last.number !== number - 1))) lists.pop();
      const opened = lists.flatMap(({ list }) => [list, list.children.findLast(isBlock)!]);
      path.resume(lists.length === depth ? opened.slice(0, -1) : opened);
      isOpen = true;
      if (lists.length < depth) {
        if (!path.place(type, { start: number?.toString() ?? start, type: numbers })) {
          levels.end();
          return false;
        }
        lists.push({ list: path.top(), key, number });
      }
      lists.at(-1)!.number = number;
      return path.place('listItem');
    },
  };
  return levels;
}
