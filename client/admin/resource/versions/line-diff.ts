import { diffArrays, diffWordsWithSpace } from 'diff';

/** `only` is set for a piece of one version: the earlier ('old') or the later ('new'). */
export interface DiffPiece {
  text: string;
  only?: 'old' | 'new';
}

/**
 * The pieces of a line in the earlier and the later version, or the number of equal lines that are left out.
 */
export type DiffRow = { pieces: DiffPiece[]; isChanged: boolean } | { skipped: number };

const context = 1;
/** After this time in milliseconds, the whole text is shown as replaced. */
const timeout = 1000;

/** Compares changed lines word by word, and leaves out equal lines that are not next to a change. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffRow[] {
  const groups = diffArrays([...before], [...after], { timeout }) ?? [
    { removed: true, added: false, value: [...before] },
    { removed: false, added: true, value: [...after] },
  ];
  const rows: { pieces: DiffPiece[]; isChanged: boolean }[] = [];
  for (let at = 0; at < groups.length; at += 1) {
    const { added, removed, value } = groups[at]!;
    const next = groups[at + 1];
    if (removed && next?.added) {
      rows.push(...pairLines(value, next.value));
      at += 1;
    } else if (added || removed) {
      const only = added ? 'new' : 'old';
      rows.push(...value.map((text) => ({ pieces: [{ text, only } as const], isChanged: true })));
    } else {
      rows.push(...value.map((text) => ({ pieces: [{ text }], isChanged: false })));
    }
  }
  return skipEqual(rows);
}

function pairLines(before: string[], after: string[]) {
  const count = Math.max(before.length, after.length);
  return Array.from({ length: count }, (_, at) => ({
    pieces: diffWords(before[at], after[at]),
    isChanged: true,
  }));
}

function diffWords(before: string | undefined, after: string | undefined): DiffPiece[] {
  if (before === undefined) return [{ text: after!, only: 'new' }];
  if (after === undefined) return [{ text: before, only: 'old' }];
  const words = diffWordsWithSpace(before, after, { timeout });
  const same = words
    ?.filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0);
  // Two lines with little in common are easier to read as a whole, so they are shown as replaced.
  if (!words || same! < Math.min(before.length, after.length) / 4) {
    return [
      { text: before, only: 'old' },
      { text: after, only: 'new' },
    ];
  }
  return words.map(({ value, added, removed }) =>
    added ? { text: value, only: 'new' } : removed ? { text: value, only: 'old' } : { text: value },
  );
}

function skipEqual(rows: { pieces: DiffPiece[]; isChanged: boolean }[]): DiffRow[] {
  const isNear = (at: number) =>
    rows.slice(Math.max(0, at - context), at + context + 1).some((row) => row.isChanged);
  const shown: DiffRow[] = [];
  rows.forEach((row, at) => {
    const last = shown.at(-1);
    if (isNear(at)) shown.push(row);
    else if (last && 'skipped' in last) last.skipped += 1;
    else shown.push({ skipped: 1 });
  });
  return shown;
}
