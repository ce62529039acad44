import {
  changedFields,
  type FormDefinition,
  type FormField,
  isFieldEqual,
  pick,
  type Revisions,
} from './form-definition.ts';

/**
 * What exists only once, such as a settings group, has no id. What is written once, such as a note, has no
 * version.
 */
export interface Stored {
  id?: number;
  version?: number;
  updated_at?: string | null;
}

export type Reference<Row extends Stored> = Pick<Row, keyof Row & ('id' | 'version')>;

/** The stored row, or the initial values of a new one. */
export interface Baseline<T> {
  row?: Reference<Stored> | undefined;
  savedAt?: string | undefined;
  values: T;
}

/** Changed differently by this form and another person. */
export interface ConflictField<T> {
  field: FormField<T>;
  mine: T;
  choice?: 'mine' | 'theirs';
}

/** Somebody else has saved the row first. */
export interface Conflict<T> {
  /** The baseline when all fields are decided. */
  theirs: Baseline<T>;
  fields: ConflictField<T>[];
  /** The labels of the fields that were taken over or merged. */
  merged: string[];
}

export interface FormContent<T> {
  values: T;
  baseline: Baseline<T>;
  conflict?: Conflict<T> | undefined;
  /**
   * How often a merge or the like has replaced each value. Its input is mounted again then; others keep their
   * caret.
   */
  revisions: Revisions;
}

type Rules<T> = Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>;

export function isPristine<T>(rules: Rules<T>, { values, baseline }: FormContent<T>): boolean {
  return changedFields(rules, values, baseline.values).length === 0;
}

/**
 * A field changed only here stays, one changed by both is merged by its `merge` or left to the person, others
 * are taken over.
 */
export function mergeRecord<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  theirs: Baseline<T>,
): FormContent<T> {
  const { values, baseline } = content;
  const isMine = (each: FormField<T>) => !isFieldEqual(each, values, baseline.values);
  const changed = changedFields(rules, theirs.values, baseline.values);
  const both = changed.filter((each) => isMine(each) && !isFieldEqual(each, values, theirs.values));
  const joined = new Map(
    both.flatMap((each) => {
      const joint = each.merge?.(baseline.values, values, theirs.values);
      return joint ? [[each, joint] as const] : [];
    }),
  );
  const contested = both.filter((each) => !joined.has(each));
  const merged = changed.filter((each) => !isMine(each));
  const mergedNames = [...merged.flatMap(({ names }) => names), ...(rules.readOnly ?? [])];
  return withDecidedBaseline({
    ...withReplaced(content, {
      ...pick(theirs.values, mergedNames),
      ...Object.assign({}, ...joined.values()),
    }),
    conflict: {
      theirs,
      fields: contested.map((each) => ({ field: each, mine: values })),
      merged: [...merged, ...joined.keys()].map(({ label }) => label),
    },
  });
}

/** Takes one version of a field. After the last choice, the other person's version becomes the baseline. */
export function resolveField<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  label: string,
  choice: 'mine' | 'theirs',
): FormContent<T> {
  const { conflict } = content;
  const contested = conflict?.fields.find(({ field }) => field.label === label);
  if (!conflict || !contested) return content;
  const from = choice === 'mine' ? contested.mine : conflict.theirs.values;
  const names = contested.field.names.filter((name) => !rules.readOnly?.includes(name));
  const fields = conflict.fields.map((each) => (each === contested ? { ...each, choice } : each));
  return withDecidedBaseline({
    ...withReplaced(content, pick(from, names)),
    conflict: { ...conflict, fields },
  });
}

/** Fields that the person has not touched follow the new baseline. */
export function withBaseline<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  baseline: Baseline<T>,
): FormContent<T> {
  const { values, baseline: before } = content;
  const names = rules.fields
    .filter(
      (each) => isFieldEqual(each, values, before.values) && !isFieldEqual(each, values, baseline.values),
    )
    .flatMap((each) => each.names);
  return { ...withReplaced(content, pick(baseline.values, names)), baseline };
}

function withReplaced<T>(content: FormContent<T>, replaced: Partial<T>): FormContent<T> {
  const names = Object.keys(replaced) as (keyof T & string)[];
  const changed = names.filter((name) => replaced[name] !== content.values[name]);
  const counts = changed.map((name) => [name, (content.revisions[name] ?? 0) + 1] as const);
  return {
    ...content,
    values: { ...content.values, ...replaced },
    revisions: { ...content.revisions, ...Object.fromEntries(counts) },
  };
}

/** In a field with a conflict, they become the person's own version, so that a later choice restores no older text. */
export function withTypedValues<T>(content: FormContent<T>, typed: Partial<T>): FormContent<T> {
  const { conflict } = content;
  const values = { ...content.values, ...typed };
  if (!conflict) return { ...content, values };
  const fields = conflict.fields.map((each): ConflictField<T> => {
    if (!each.field.names.some((name) => name in typed)) return each;
    const mine = { ...each.mine, ...pick(values, each.field.names) };
    return each.choice ? { ...each, mine, choice: 'mine' } : { ...each, mine };
  });
  return { ...content, values, conflict: { ...conflict, fields } };
}

export function isUnresolved<T>({ conflict }: Pick<FormContent<T>, 'conflict'>): boolean {
  return conflict?.fields.some(({ choice }) => !choice) ?? false;
}

/**
 * Merges versions saved since. Into a form with unsaved input, only untouched fields are restored; with a
 * conflict, only those that nobody has saved since.
 */
export function restoreInput<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  { values, baseline }: Pick<FormContent<T>, 'values' | 'baseline'>,
): FormContent<T> {
  const stored = content.baseline;
  const isOutdated = stored.row !== undefined && stored.row.version !== baseline.row?.version;
  if (isPristine(rules, content)) {
    const earlier = { ...withReplaced(content, values), baseline, conflict: undefined };
    if (isOutdated) return mergeRecord(rules, earlier, stored);
    return { ...earlier, values: { ...values, ...pick(stored.values, rules.readOnly) } };
  }
  const untouched = rules.fields.filter((each) => isFieldEqual(each, content.values, stored.values));
  const namesOf = (fields: FormField<T>[]) =>
    fields.flatMap((each) => each.names).filter((name) => !rules.readOnly?.includes(name));
  if (isOutdated && !content.conflict) {
    const names = namesOf(untouched);
    const earlier = {
      ...withReplaced(content, pick(values, names)),
      baseline: { ...baseline, values: { ...stored.values, ...pick(baseline.values, names) } },
    };
    return mergeRecord(rules, earlier, stored);
  }
  const restored = untouched.filter(
    (each) => !isOutdated || isFieldEqual(each, baseline.values, stored.values),
  );
  const brought = pick(values, namesOf(restored));
  return withTypedValues(withReplaced(content, brought), brought);
}

/** The input may be in the values, or be the person's own version in a conflict. */
export function isRestored<T>(
  rules: Rules<T>,
  { values, conflict }: FormContent<T>,
  content: Pick<FormContent<T>, 'values' | 'baseline'>,
): boolean {
  return changedFields(rules, content.values, content.baseline.values).every(
    (each) =>
      isFieldEqual(each, content.values, values) ||
      conflict?.fields.some(({ field, mine }) => field === each && isFieldEqual(each, content.values, mine)),
  );
}

function withDecidedBaseline<T>(content: FormContent<T>): FormContent<T> {
  const { conflict } = content;
  return !conflict || isUnresolved(content) ? content : { ...content, baseline: conflict.theirs };
}
