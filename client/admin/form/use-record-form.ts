import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isClientError, parseApiError } from '../../api/errors.ts';
import { notifySuccess } from '../components/notifications.tsx';
import { useCurrentUser } from '../core/admin-context.ts';
import type { SavedDraft } from './draft-writer.ts';
import { changedFields, type FormDefinition, type FormField } from './form-definition.ts';
import {
  type Baseline,
  beginDraft,
  type FormState,
  isUnresolved,
  mergeConflict,
  resolveField,
  type StoredRow,
} from './form-state.ts';
import { newSubmission, type Submission, submitOnce } from './submit-once.ts';
import { type DraftContent, resume, useAutosave } from './use-autosave.ts';
import {
  type UnsavedChangesGuard,
  userKey,
  useSessionKeepAlive,
  useUnsavedChanges,
} from './use-unsaved-changes.ts';

/** The tRPC context of a save, which the links read. */
export interface SaveOptions {
  context: Record<string, unknown>;
}

/** The calls by which a form creates and updates rows of a module. */
export interface FormCalls<T, Row> {
  create: (draft: T, options: SaveOptions) => Promise<Row>;
  update: (draft: T, ground: { id: number; version: number }, options: SaveOptions) => Promise<Row>;
  /** Reloads the lists and rows on the screens. */
  refresh: () => Promise<void>;
  /** Runs after the row is stored, before the person leaves the form. */
  onStored?: (row: Row) => void;
}

/** The parameters for opening a form. */
export interface RecordFormOptions<T, Row> {
  /** The stored row to edit. Absent for a new row. */
  row?: Row;
  /** The initial draft of a new row. */
  empty: T;
  /** The message after a save: 'The job was created.' */
  words: string | ((stored: Row) => ReactNode);
  /** Navigates away after the save. */
  onSaved: () => void;
}

/** A form that keeps unsaved input: its content, the result of the last save, and the conflicts to decide. */
export interface RecordForm<T> {
  kind: Pick<FormDefinition<T, never>, 'fields' | 'facts'>;
  state: FormState<T>;
  draft: T;
  change: (part: Partial<T>) => void;
  isUnsaved: boolean;
  /** The error of the last save. */
  error: unknown;
  forgetError: () => void;
  isSaving: boolean;
  /** The uploaded share, 0 to 1. */
  progress: number | undefined;
  stop: () => void;
  save: () => void;
  /** Increases with each attempt to save before all conflicts are decided. */
  undecidedTries: number;
  choose: (label: string, choice: 'mine' | 'theirs') => void;
  /** Updates the stored version after the server has changed the row for this form. */
  follow: (ground: Partial<T>) => void;
  offers: SavedDraft<DraftContent<T>>[];
  takeBack: (offer: SavedDraft<DraftContent<T>>) => void;
  discard: (offer: SavedDraft<DraftContent<T>>) => void;
  guard: UnsavedChangesGuard;
  /** Leaves the form and discards the input. */
  leave: () => void;
}

/** Manages a form from its opening to the answer of its save. Every form for stored rows uses it. */
export function useRecordForm<T extends object, Row extends StoredRow>(
  kind: FormDefinition<T, Row>,
  calls: FormCalls<T, Row>,
  { row, empty, words, onSaved }: RecordFormOptions<T, Row>,
): RecordForm<T> {
  const user = useCurrentUser();
  const [owner] = useState(user);
  const [attempt] = useState<Submission<T>>(newSubmission);
  const [ground] = useState(() => groundOf(kind, row, empty));
  const [state, setState] = useState(() => beginDraft(ground));
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [undecidedTries, setUndecidedTries] = useState(0);
  /** The current state, which a running save reads when it ends. */
  const latest = useRef(state);
  latest.current = state;
  const run = useRef({ isBusy: false, isOver: false, hasLostAnswer: false, stop: () => {} });

  const isSame = (one: T, other: T) => changedFields(kind, one, other).length === 0;
  const isUnsaved = !isSame(state.draft, state.ground.base);
  const guard = useUnsavedChanges(owner, isUnsaved);
  const place = `${kind.name}/${row?.id ?? 'new'}`;
  const autosave = useAutosave(kind, {
    user: userKey(owner),
    place,
    opening: attempt.key,
    base: ground.base,
  });
  useSessionKeepAlive(state.draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the content changes, not at every render
  useEffect(() => {
    if (run.current.isOver) return;
    if (isUnsaved) autosave.keep(state, attempt);
    else autosave.page.forget();
  }, [state, isUnsaved]);

  const options = (requestKey?: string): SaveOptions => ({
    context: {
      ...(kind.hasFiles ? { form: true } : { alone: true }),
      ...(requestKey && { requestKey }),
      onProgress: setProgress,
      onBegin: (stop: () => void) => {
        run.current.stop = stop;
      },
    },
  });
  const stand = (stored: Row): Baseline<T> => groundOf(kind, stored, empty);
  const send = (draft: T): Promise<Row> => {
    const stored = latest.current.ground.row;
    if (stored) return calls.update(draft, stored, options());
    return submitOnce({
      ...{ attempt, draft, isSame },
      create: (sent, key) => calls.create(sent, options(key)),
      amend: (made) => {
        setState((before) => ({ ...before, ground: stand(made) }));
        return calls.update(draft, { id: made.id, version: made.version }, options());
      },
      onSend: () => autosave.keep(latest.current, attempt),
    });
  };
  const succeed = (stored: Row, sent: T) => {
    calls.onStored?.(stored);
    notifySuccess(typeof words === 'string' ? words : words(stored));
    void calls.refresh();
    if (!isSame(latest.current.draft, sent)) {
      // The person typed during the save: the newer input is not stored yet.
      setState((before) => ({ ...before, ground: stand(stored), meeting: undefined }));
      return;
    }
    run.current.isOver = true;
    guard.letGo();
    autosave.page.forget();
    onSaved();
  };
  const save = async () => {
    if (run.current.isBusy || run.current.isOver) return;
    if (isUnresolved(state)) return setUndecidedTries((tries) => tries + 1);
    run.current.isBusy = true;
    setSaving(true);
    setError(undefined);
    setState((before) => ({ ...before, meeting: undefined }));
    const { draft } = state;
    try {
      succeed(await send(draft), draft);
    } catch (thrown) {
      const stored = storedRow<Row>(thrown);
      if (!stored) {
        run.current.hasLostAnswer = !isClientError(thrown);
        setError(thrown);
      } else if (isOwnSave(stored, draft)) succeed(stored, draft);
      else setState((before) => mergeConflict(kind, before, stored));
    } finally {
      run.current.isBusy = false;
      setSaving(false);
      setProgress(undefined);
    }
  };
  /** Returns whether the conflicting version is this form's own save, whose answer was lost. */
  const isOwnSave = (stored: Row, draft: T): boolean => {
    if (!run.current.hasLostAnswer || stored.version !== (latest.current.ground.row?.version ?? 0) + 1)
      return false;
    const theirs = kind.toDraft(stored);
    // The server tidies formatted text and gives a picture a path, so such fields may differ from the draft.
    const isMine = ({ names, show }: FormField<T>) =>
      show(theirs) === show(draft) || names.some((name) => draft[name] instanceof File);
    return changedFields(kind, theirs, draft).every(isMine);
  };
  return {
    ...{ kind, state, error, isSaving, progress, undecidedTries, guard, isUnsaved },
    draft: state.draft,
    change: (part) => setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    forgetError: () => setError(undefined),
    stop: () => run.current.stop(),
    save,
    choose: (label, choice) => setState((before) => resolveField(kind, before, label, choice)),
    follow: (part) => setState((before) => follow(before, part)),
    offers: autosave.offers,
    takeBack: (offer) => {
      if (!state.ground.row) Object.assign(attempt, offer.content.attempt);
      const next = resume(kind, state, offer.content, row);
      setState(next);
      // The offer stays when some of its fields were edited again and could not be restored.
      const isWhole = changedFields(kind, offer.content.draft, next.draft).length === 0 || next.meeting;
      if (isWhole) autosave.discard(offer, autosave.keep(next, attempt));
    },
    discard: autosave.discard,
    leave: () => {
      run.current.isOver = true;
      autosave.page.forget();
      guard.leave();
    },
  };
}

function groundOf<T, Row extends StoredRow>(
  { toDraft }: FormDefinition<T, Row>,
  row: Row | undefined,
  empty: T,
): Baseline<T> {
  return row ? { row: { id: row.id, version: row.version }, base: toDraft(row) } : { base: empty };
}

function follow<T>(state: FormState<T>, part: Partial<T>): FormState<T> {
  const { draft, ground } = state;
  const row = ground.row && { ...ground.row, version: ground.row.version + 1 };
  return {
    ...state,
    draft: { ...draft, ...part },
    ground: { row, base: { ...ground.base, ...part } },
  };
}

/** Returns the stored row from a 409 answer, else undefined. */
function storedRow<Row>(error: unknown): Row | undefined {
  const { status, current } = parseApiError(error);
  // The cast is safe: a 409 answer contains the row in the module's own shape.
  return status === 409 ? (current as Row | undefined) : undefined;
}
