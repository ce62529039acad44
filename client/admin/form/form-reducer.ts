import { changedFields, type FormDefinition } from './form-definition.ts';
import {
  type Baseline,
  type FormContent,
  isUnresolved,
  mergeRecord,
  resolveField,
  restoreInput,
  withBaseline,
  withTypedValues,
} from './form-merge.ts';

/** So that a new row is stored only once. */
export interface Submission<T> {
  key: string;
  /** Without an answer: the server may have stored them. */
  sent?: T | undefined;
  refused?: T | undefined;
  /** Of `sent`: whether the call accepts a hidden row that lacks values. */
  mayLackValues?: boolean | undefined;
}

export interface FormState<T> extends FormContent<T> {
  /** While `submitting`, the person can continue to type. When `closed`, the input is stored or discarded. */
  status: 'editing' | 'submitting' | 'closed';
  error: unknown;
  /** The server may then have stored the values. */
  isAnswerLost: boolean;
  /** Of submits that were not sent, because a conflict was undecided. */
  blockedSubmits: number;
  /** From 0 to 1. Undefined while no upload is running. */
  progress: number | undefined;
  submission: Submission<T>;
}

export type FormEvent<T> =
  | { type: 'change'; values: Partial<T> }
  | { type: 'submit' }
  | { type: 'progress'; share: number }
  | { type: 'sending'; sent: T; key: string; mayLackValues: boolean }
  /** The server has stored `sent` as `record`. `next` is the key of the next save of a form that stays open. */
  | { type: 'saved'; record: Baseline<T>; sent: T; next?: string | undefined }
  /** The defaults below the form have changed, for example with the language of the site. */
  | { type: 'reloaded'; record: Baseline<T> }
  /** An earlier attempt, whose answer was lost, has stored the row. The submit goes on as its update. */
  | { type: 'created'; record: Baseline<T> }
  /** Somebody else has saved the row first. `record` is the version of that person. */
  | { type: 'conflict'; record: Baseline<T> }
  | { type: 'failed'; error: unknown; isAnswerLost: boolean }
  | { type: 'clearError' }
  | { type: 'resolve'; field: string; choice: 'mine' | 'theirs' }
  | { type: 'restore'; content: RestoredContent<T> }
  /** By the server outside of a save, for example by removing a photo at once. */
  | { type: 'patched'; values: Partial<T> }
  | { type: 'close' };

interface RestoredContent<T> extends Pick<FormContent<T>, 'values' | 'baseline'> {
  submission?: Omit<Submission<T>, 'refused'>;
}

/** `key` identifies the first attempt to store a new row. */
export function initialFormState<T>(baseline: Baseline<T>, key: string): FormState<T> {
  return {
    status: 'editing',
    values: baseline.values,
    baseline,
    revisions: {},
    error: undefined,
    isAnswerLost: false,
    blockedSubmits: 0,
    progress: undefined,
    submission: { key },
  };
}

export interface FormStore<T> {
  read(): FormState<T>;
  send(event: FormEvent<T>): void;
  subscribe(listener: () => void): () => void;
}

/** The state changes synchronously, so that a running submit reads the latest input. */
export function createFormStore<T>(
  definition: Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>,
  baseline: Baseline<T>,
  key: string,
): FormStore<T> {
  let state = initialFormState(baseline, key);
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    send: (event) => {
      state = reduceForm(definition, state, event);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** An event that does not fit the state changes nothing. */
export function reduceForm<T>(
  rules: Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>,
  state: FormState<T>,
  event: FormEvent<T>,
): FormState<T> {
  const { status } = state;
  if (status === 'closed') return state;
  switch (event.type) {
    case 'change':
      return { ...state, ...withTypedValues(state, event.values) };
    case 'patched':
      return { ...state, ...patch(state, event.values) };
    case 'reloaded':
      return { ...state, ...withBaseline(rules, state, event.record) };
    case 'close':
      return { ...state, status: 'closed' };
    default:
      return status === 'editing' ? whileEditing(rules, state, event) : whileSubmitting(rules, state, event);
  }
}

function whileEditing<T>(
  rules: Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>,
  state: FormState<T>,
  event: FormEvent<T>,
): FormState<T> {
  switch (event.type) {
    case 'submit':
      if (isUnresolved(state)) return { ...state, blockedSubmits: state.blockedSubmits + 1 };
      return { ...state, status: 'submitting', error: undefined, conflict: undefined };
    case 'clearError':
      return { ...state, error: undefined };
    case 'resolve':
      return { ...state, ...resolveField(rules, state, event.field, event.choice) };
    case 'restore':
      return {
        ...state,
        ...restoreInput(rules, state, event.content),
        submission: restoredSubmission(state, event.content),
      };
    default:
      return state;
  }
}

function whileSubmitting<T>(
  rules: Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>,
  state: FormState<T>,
  event: FormEvent<T>,
): FormState<T> {
  const ended = { ...state, status: 'editing', progress: undefined } as const;
  switch (event.type) {
    case 'progress':
      return { ...state, progress: event.share };
    case 'sending':
      return {
        ...state,
        submission: { key: event.key, sent: event.sent, mayLackValues: event.mayLackValues },
      };
    case 'created':
      return { ...state, baseline: event.record };
    case 'saved': {
      const { record, sent, next } = event;
      const isAllStored = changedFields(rules, state.values, sent).length === 0;
      if (isAllStored && next === undefined) return { ...ended, status: 'closed' };
      if (isAllStored) {
        const stored = { ...ended, baseline: { ...ended.baseline, values: sent } };
        const submission = { key: next! };
        return { ...ended, ...withBaseline(rules, stored, record), isAnswerLost: false, submission };
      }
      // The person has typed during the submit, and this input is not stored yet.
      return { ...ended, baseline: record, isAnswerLost: false };
    }
    case 'conflict':
      return { ...ended, ...mergeRecord(rules, ended, event.record), isAnswerLost: false };
    case 'failed':
      return {
        ...ended,
        error: event.error,
        isAnswerLost: event.isAnswerLost,
        submission: event.isAnswerLost ? state.submission : refused(state.submission),
      };
    default:
      return state;
  }
}

function refused<T>({ key, sent, refused: before }: Submission<T>): Submission<T> {
  return { key, refused: sent ?? before };
}

/** A new row takes over the submission of a restored autosave, unless this form has sent the row without an answer. */
function restoredSubmission<T>(
  { baseline, submission }: FormState<T>,
  restored: RestoredContent<T>,
): Submission<T> {
  if (baseline.row || submission.sent || !restored.submission) return submission;
  return restored.submission;
}

/** The change is no unsaved input. The server has raised the version by one. */
function patch<T>({ values, baseline }: FormState<T>, changed: Partial<T>) {
  const row = baseline.row && { ...baseline.row, version: (baseline.row.version ?? 0) + 1 };
  return {
    values: { ...values, ...changed },
    baseline: { ...baseline, row, values: { ...baseline.values, ...changed } },
  };
}
