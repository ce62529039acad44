import { changedFields, type FormDefinition, type FormField, isFieldEqual, pick } from './form-definition.ts';

/** The members that every stored row has. */
export interface StoredRow {
  id: number;
  version: number;
  updated_at: string;
}

/** The version of a stored row that a draft started from. A new row has none. */
export interface Baseline<T> {
  row?: { id: number; version: number } | undefined;
  base: T;
}

/** A field that two people have changed. */
export interface ConflictField<T> {
  field: FormField<T>;
  mine: T;
  choice?: 'mine' | 'theirs';
}

/** A conflict: somebody else saved the row first. */
export interface Conflict<T> {
  /** The other person's version. The draft is based on it once all fields are decided. */
  theirs: Required<Baseline<T>>;
  /** ISO 8601. */
  savedAt: string;
  disputes: ConflictField<T>[];
  /** The labels of the fields that were taken over from the other version. */
  taken: string[];
}

/** The state of an open form. */
export interface FormState<T> {
  draft: T;
  ground: Baseline<T>;
  meeting?: Conflict<T> | undefined;
  /** Increases when something other than typing changes the draft. Fields with their own state reset then. */
  edition: number;
}

export function beginDraft<T>(ground: Baseline<T>): FormState<T> {
  return { draft: ground.base, ground, edition: 0 };
}

/**
 * Returns the state after somebody else has saved the row. Fields changed here stay, and all other fields
 * come from the other version. Fields that both have changed become disputes.
 */
export function mergeConflict<T, Row extends StoredRow>(
  kind: FormDefinition<T, Row>,
  { draft, ground, edition }: FormState<T>,
  row: Row,
): FormState<T> {
  const theirs = { row: { id: row.id, version: row.version }, base: kind.toDraft(row) };
  const mine = (each: FormField<T>) => !isFieldEqual(each, draft, ground.base);
  const changed = changedFields(kind, theirs.base, ground.base);
  const disputed = changed.filter((each) => mine(each) && !isFieldEqual(each, draft, theirs.base));
  const taken = changed.filter((each) => !mine(each));
  const takenNames = [...taken.flatMap(({ names }) => names), ...(kind.facts ?? [])];
  const state = {
    draft: { ...draft, ...pick(theirs.base, takenNames) },
    ground,
    meeting: {
      theirs,
      savedAt: row.updated_at,
      disputes: disputed.map((each) => ({ field: each, mine: draft })),
      taken: taken.map(({ label }) => label),
    },
    edition: edition + 1,
  };
  return settled(state);
}

/** Records the choice between two versions of a field. */
export function resolveField<T>(
  kind: Pick<FormDefinition<T, never>, 'facts'>,
  state: FormState<T>,
  label: string,
  choice: 'mine' | 'theirs',
): FormState<T> {
  const { meeting, draft, edition } = state;
  const dispute = meeting?.disputes.find(({ field }) => field.label === label);
  if (!meeting || !dispute) return state;
  const from = choice === 'mine' ? dispute.mine : meeting.theirs.base;
  const names = dispute.field.names.filter((name) => !kind.facts?.includes(name));
  const disputes = meeting.disputes.map((each) => (each === dispute ? { ...each, choice } : each));
  const next = { ...draft, ...pick(from, names) };
  return settled({ ...state, draft: next, meeting: { ...meeting, disputes }, edition: edition + 1 });
}

/** Returns whether a field still needs a decision. */
export function isUnresolved<T>({ meeting }: FormState<T>): boolean {
  return meeting?.disputes.some(({ choice }) => !choice) ?? false;
}

function settled<T>(state: FormState<T>): FormState<T> {
  return !state.meeting || isUnresolved(state) ? state : { ...state, ground: state.meeting.theirs };
}
