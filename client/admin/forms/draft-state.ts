import { differences, type FormField, type FormKind, pick, saysSame } from './form-kind.ts';

/** What every stored row tells of itself. */
export interface StoredRow {
  id: number;
  version: number;
  updated_at: string;
}

/** What somebody began to write upon: a stored row in one of its versions, or nothing yet. */
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

/** Another's save that came first. */
export interface Meeting<T> {
  /** What they have stored; one's own words build upon it once everything is decided. */
  theirs: Required<Ground<T>>;
  /** ISO 8601. */
  savedAt: string;
  disputes: Dispute<T>[];
  /** What was taken over from them, by label. */
  taken: string[];
}

/** A form while it is written. */
export interface DraftState<T> {
  draft: T;
  ground: Ground<T>;
  meeting?: Meeting<T> | undefined;
  /** Counts how often something else than typing has changed the draft: fields that keep a state of their own begin anew. */
  edition: number;
}

export function beginDraft<T>(ground: Ground<T>): DraftState<T> {
  return { draft: ground.base, ground, edition: 0 };
}

/** The state upon a row that somebody else has saved: what is touched here stays, the rest is theirs. */
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

/** Decides about one field. */
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

/** Whether a field still waits for a decision. */
export function isUndecided<T>({ meeting }: DraftState<T>): boolean {
  return meeting?.disputes.some(({ choice }) => !choice) ?? false;
}

function settled<T>(state: DraftState<T>): DraftState<T> {
  return !state.meeting || isUndecided(state) ? state : { ...state, ground: state.meeting.theirs };
}
