import type { Connection, SignedInCtx } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import { type ListName, listNames } from '../shared/enumerations.ts';
import { Conflict, RuleBroken, type UseCounts } from '../shared/errors.ts';
import {
  type ChoiceEntry,
  type Choices,
  entriesOf,
  storedValue,
  withoutAmbiguousNames,
} from '../shared/settings/choices.ts';
import { choiceFields } from '../shared/settings/fields/choices.ts';
import { countUses, type ValueReplacements, replaceUsedValues } from './list-uses.repository.ts';
import type { ListUses } from './list-uses.ts';

/**
 * The entries that replace removed entries. Each key names a removed entry by its list and key, such as
 * `blog_categories.technology`. The value is the key or the name of the replacing entry.
 */
export type Reassignments = Readonly<Record<string, string>>;

const maxFormer = 30;

interface Step {
  before: Choices;
  after: Choices;
  reassign: Reassignments;
}

/**
 * Changes the rows whose values come from changed lists. Rows with a renamed entry get its new name. Rows with a
 * removed entry get the entry that `reassign` names. Returns the new lists, in which changed entries also have their
 * former names.
 * @throws {RuleBroken} with the path of each wrong value · {Conflict} when rows have a removed entry that `reassign`
 * does not replace, with the counts of these rows
 */
export async function applyChoiceChanges(tx: SignedInCtx, uses: ListUses, step: Step): Promise<Choices> {
  refuseBroken(step.after);
  let { after } = step;
  for (const list of listNames) {
    const { moves, entries } = await movesOf(tx, uses, { ...step, after, list });
    await replaceUsedValues(tx, uses[list], moves);
    after = { ...after, [list]: entries };
  }
  return withoutAmbiguousNames(after);
}

async function movesOf(
  tx: SignedInCtx,
  uses: ListUses,
  { before, after, reassign, list }: Step & { list: ListName },
): Promise<{ moves: ValueReplacements; entries: readonly ChoiceEntry[] }> {
  const moves = new Map<string, string>();
  const former = new Map<string, string[]>();
  let entries = entriesOf(after, list);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const move = (old: ChoiceEntry, next: ChoiceEntry, names: readonly string[]) => {
    if (storedValue(list, old) !== storedValue(list, next))
      moves.set(storedValue(list, old), storedValue(list, next));
    former.set(next.key, [...(former.get(next.key) ?? []), ...names]);
  };
  const removed: ChoiceEntry[] = [];
  for (const entry of entriesOf(before, list)) {
    const next = byKey.get(entry.key);
    if (!next) removed.push(entry);
    // Adds the stored former names, because input without a `version` may lack some of these names.
    else if (storedValue(list, entry) !== storedValue(list, next))
      move(entry, next, [storedValue(list, entry), ...entry.former]);
  }
  // If an added entry has the value of a removed entry, rows with this value remain unchanged.
  const gone = removed.filter(
    (entry) => !entries.some((next) => storedValue(list, next) === storedValue(list, entry)),
  );
  const counts = gone.length > 0 ? await countUses(connectionOf(tx), uses[list]) : new Map();
  for (const entry of gone) {
    const path = `${list}.${entry.key}`;
    const target = findTarget(entries, path, reassign);
    const in_use: UseCounts | undefined = counts.get(storedValue(list, entry));
    if (!target && in_use && isUsedByRows(in_use))
      throw new Conflict(inUseMessage(entry, in_use), { in_use });
    if (target) move(entry, target, [storedValue(list, entry), ...entry.former]);
  }
  entries = entries.map((entry) => {
    const names = former.get(entry.key);
    return names ? { ...entry, former: [...names, ...entry.former].slice(0, maxFormer) } : entry;
  });
  return { moves, entries };
}

/**
 * Returns whether rows outside the trash use an entry. A row that returns from the trash may have a value
 * that no list contains.
 */
function isUsedByRows({ trash: _, ...rows }: UseCounts): boolean {
  return Object.keys(rows).length > 0;
}

/**
 * Returns the entry that replaces a removed entry, or undefined if `reassign` names none.
 * @throws {RuleBroken} when the named entry is not in the list
 */
function findTarget(
  entries: readonly ChoiceEntry[],
  path: string,
  reassign: Reassignments,
): ChoiceEntry | undefined {
  const named = reassign[path];
  if (named === undefined) return undefined;
  const target = entries.find(({ key }) => key === named) ?? entries.find(({ name }) => name === named);
  if (target) return target;
  throw RuleBroken.of(`reassign_to.${path}`, 'The list has no such entry.');
}

function refuseBroken(choices: Choices): void {
  const problems = listNames.flatMap((list): [string, string[]][] => {
    const entries = entriesOf(choices, list);
    const { label, noun } = choiceFields[list];
    if (entries.length === 0) return [[list, [`${label} need at least one ${noun}`]]];
    const names = entries.map(({ name }) => name.toLowerCase());
    return names.flatMap((name, place): [string, string[]][] =>
      names.indexOf(name) === place
        ? []
        : [[`${list}.${place}.name`, [`Another ${noun} has this name already`]]],
    );
  });
  if (problems.length > 0) throw new RuleBroken(Object.fromEntries(problems));
}

function inUseMessage({ name }: ChoiceEntry, in_use: UseCounts): string {
  const { trash = 0, ...kinds } = in_use;
  const parts = [
    ...Object.entries(kinds).map(([kind, count]) => `${count} ${count === 1 ? singular(kind) : kind}`),
    ...(trash > 0 ? [`${trash} deleted ${trash === 1 ? 'entry' : 'entries'}`] : []),
  ];
  return `“${name}” is used by ${parts.join(' and ')}. Say where they go before you remove it.`;
}

const singular = (kind: string) => kind.replace(/s$/, '');

function connectionOf({ em }: SignedInCtx): Connection {
  return em.getKysely<Tables>();
}
