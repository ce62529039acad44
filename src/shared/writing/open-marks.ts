import { marks } from './schema.ts';
import type { Mark } from './tree.ts';

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
