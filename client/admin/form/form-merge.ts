import { changedFields, type FormDefinition, type FormField, isFieldEqual, pick } from './form-definition.ts';

/** The properties that every stored row has. */
export interface StoredRow {
  id: number;
  version: number;
  updated_at: string;
}

/**
 * The stored state with which the form's values are compared. For a new row, this state consists of the
 * initial values.
 */
export interface Baseline<T> {
  /** Absent for a new row. */
  row?: Pick<StoredRow, 'id' | 'version'> | undefined;
  /** The time of the last save, in ISO 8601 format. Absent for a new row. */
  savedAt?: string | undefined;
  values: T;
}

/** A field that this form and another person have changed differently. */
export interface ConflictField<T> {
  field: FormField<T>;
  mine: T;
  choice?: 'mine' | 'theirs';
}

/** The conflict after somebody else has saved the row first. */
export interface Conflict<T> {
  /** The other person's version. When all fields are decided, this version becomes the baseline. */
  theirs: Baseline<T>;
  fields: ConflictField<T>[];
  /** The labels of the fields that were taken over from the other version, or merged with the other version. */
  merged: string[];
}

/** The values of an open form, and the stored state with which they are compared. */
export interface FormContent<T> {
  values: T;
  baseline: Baseline<T>;
  conflict?: Conflict<T> | undefined;
  /**
   * Increases when anything other than typing changes the values, for example a merge. Fields with their own
   * state are then reset.
   */
  revision: number;
}

type Rules<T> = Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>;

/** Returns whether the form has no unsaved input. */
export function isPristine<T>(rules: Rules<T>, { values, baseline }: FormContent<T>): boolean {
  return changedFields(rules, values, baseline.values).length === 0;
}

/**
 * Returns the content merged with a version that somebody else has saved. A field that was changed only in this form
 * keeps its content. A field that both people have changed differently is merged by its `merge` function, if possible.
 * Otherwise, a person must choose one of the two versions. All other fields are taken over from the saved version.
 */
export function mergeRecord<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  theirs: Baseline<T>,
): FormContent<T> {
  const { values, baseline, revision } = content;
  const isMine = (each: FormField<T>) => !isFieldEqual(each, values, baseline.values);
  const changed = changedFields(rules, theirs.values, baseline.values);
  const both = changed.filter((each) => isMine(each) && !isFieldEqual(each, values, theirs.values));
  const joined = new Map(
    both.flatMap((each) => {
      const found = each.merge?.(baseline.values, values, theirs.values);
      return found ? [[each, found] as const] : [];
    }),
  );
  const asked = both.filter((each) => !joined.has(each));
  const merged = changed.filter((each) => !isMine(each));
  const mergedNames = [...merged.flatMap(({ names }) => names), ...(rules.readOnly ?? [])];
  return withDecidedBaseline({
    ...content,
    values: { ...values, ...pick(theirs.values, mergedNames), ...Object.assign({}, ...joined.values()) },
    conflict: {
      theirs,
      fields: asked.map((each) => ({ field: each, mine: values })),
      merged: [...merged, ...joined.keys()].map(({ label }) => label),
    },
    revision: revision + 1,
  });
}

/**
 * Returns the content after a person has chosen one of the two versions of the field with this label. After the last
 * choice, the other person's version becomes the baseline.
 */
export function resolveField<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  label: string,
  choice: 'mine' | 'theirs',
): FormContent<T> {
  const { conflict, values, revision } = content;
  const asked = conflict?.fields.find(({ field }) => field.label === label);
  if (!conflict || !asked) return content;
  const from = choice === 'mine' ? asked.mine : conflict.theirs.values;
  const names = asked.field.names.filter((name) => !rules.readOnly?.includes(name));
  const fields = conflict.fields.map((each) => (each === asked ? { ...each, choice } : each));
  return withDecidedBaseline({
    ...content,
    values: { ...values, ...pick(from, names) },
    conflict: { ...conflict, fields },
    revision: revision + 1,
  });
}

/**
 * Returns the content with newly typed values. In a field with a conflict, the typed values replace the
 * person's own version, so that a later choice does not restore an older text.
 */
export function withTypedValues<T>(content: FormContent<T>, typed: Partial<T>): FormContent<T> {
  const { conflict } = content;
  const values = { ...content.values, ...typed };
  if (!conflict) return { ...content, values };
  const fields = conflict.fields.map((each): ConflictField<T> => {
    if (!each.field.names.some((name) => name in (typed as object))) return each;
    const mine = { ...each.mine, ...pick(values, each.field.names) };
    return each.choice ? { ...each, mine, choice: 'mine' } : { ...each, mine };
  });
  return { ...content, values, conflict: { ...conflict, fields } };
}

/** Returns whether a person must still choose one of the two versions of a field. */
export function isUnresolved<T>({ conflict }: Pick<FormContent<T>, 'conflict'>): boolean {
  return conflict?.fields.some(({ choice }) => !choice) ?? false;
}

/**
 * Returns the content with the input of an autosave restored. Versions that were saved after the autosave are merged
 * into this input. If the form has unsaved input, only the fields that the person has not changed in this opening are
 * restored. If there is a conflict as well, fields that somebody has saved since the autosave are not restored.
 */
export function restoreInput<T>(
  rules: Rules<T>,
  content: FormContent<T>,
  { values, baseline }: Pick<FormContent<T>, 'values' | 'baseline'>,
): FormContent<T> {
  const stored = content.baseline;
  const revision = content.revision + 1;
  const isOutdated = stored.row !== undefined && stored.row.version !== baseline.row?.version;
  if (isPristine(rules, content)) {
    const earlier = { ...content, values, baseline, conflict: undefined };
    if (isOutdated) return mergeRecord(rules, earlier, stored);
    return { ...earlier, values: { ...values, ...pick(stored.values, rules.readOnly) }, revision };
  }
  const untouched = rules.fields.filter((each) => isFieldEqual(each, content.values, stored.values));
  const namesOf = (fields: FormField<T>[]) =>
    fields.flatMap((each) => each.names).filter((name) => !rules.readOnly?.includes(name));
  if (isOutdated && !content.conflict) {
    const names = namesOf(untouched);
    const earlier = {
      ...content,
      values: { ...content.values, ...pick(values, names) },
      baseline: { ...baseline, values: { ...stored.values, ...pick(baseline.values, names) } },
    };
    return mergeRecord(rules, earlier, stored);
  }
  const restored = untouched.filter(
    (each) => !isOutdated || isFieldEqual(each, baseline.values, stored.values),
  );
  return { ...withTypedValues(content, pick(values, namesOf(restored))), revision };
}

/**
 * Returns whether the form contains all input of an autosave, either in its values or as the person's own version in a
 * conflict.
 */
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
