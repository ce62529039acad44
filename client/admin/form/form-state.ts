import { differences, type FormField, type FormKind, pick, saysSame } from './form-definition.ts';

/** The members that every stored row has. */
export interface StoredRow {
  id: number;
  version: number;
  updated_at: string;
}

/** The version of a stored row that a draft started from. A new row has none. */
export interface Ground<T> {
  row?: { id: number; version: number } | undefined;
  base: T;
}

/** A field that two people have changed. */
export interface Dispute<T> {
  field: FormField<T>;
  mine: T;
  choice?: 'mine' | 'theirs';
}

/** A conflict: somebody else saved the row first. */
export interface Meeting<T> {
  /** The other person's version. The draft is based on it once all fields are decided. */
  theirs: Required<Ground<T>>;
  /** ISO 8601. */
  savedAt: string;
  disputes: Dispute<T>[];
  /** The labels of the fields that were taken over from the other version. */
  taken: string[];
}

/** The state of an open form. */
export interface DraftState<T> {
  draft: T;
  ground: Ground<T>;
  meeting?: Meeting<T> | undefined;
  /** Increases when something other than typing changes the draft. Fields with their own state reset then. */
  edition: number;
}

export function beginDraft<T>(ground: Ground<T>): DraftState<T> {
  return { draft: ground.base, ground, edition: 0 };
}

/**
 * Returns the state after somebody else has saved the row. Fields changed here stay, and all other fields
 * come from the other version. Fields that both have changed become disputes.
 */
export function meetRow<T, Row extends StoredRow>(
  kind: FormKind<T, Row>,
  { draft, ground, edition }: DraftState<T>,
  row: Row,
): DraftState<T> {
  const theirs = { row: { id: row.id, version: row.version }, base: kind.toDraft(row) };
  const mine = (each: FormField<T>) => !saysSame(each, draft, ground.base);
  const changed = differences(kind, theirs.base, ground.base);
  const disputed = changed.filter((each) => mine(each) && !saysSame(each, draft, theirs.base));
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
export function choose<T>(
  kind: Pick<FormKind<T, never>, 'facts'>,
  state: DraftState<T>,
  label: string,
  choice: 'mine' | 'theirs',
): DraftState<T> {
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
export function isUndecided<T>({ meeting }: DraftState<T>): boolean {
  return meeting?.disputes.some(({ choice }) => !choice) ?? false;
}

function settled<T>(state: DraftState<T>): DraftState<T> {
  return !state.meeting || isUndecided(state) ? state : { ...state, ground: state.meeting.theirs };
}
