import { type ReactNode, useEffect, useRef, useState } from 'react';
import { explainFailure, isRefusal } from '../../lib/failure.ts';
import { useUser } from '../session.ts';
import { sayDone } from '../ui/say.ts';
import { type Attempt, beginAttempt, createOnce } from './create-once.ts';
import {
  beginDraft,
  choose,
  type DraftState,
  type Ground,
  isUndecided,
  meetRow,
  type StoredRow,
} from './draft-state.ts';
import { differences, type FormField, type FormKind } from './form-kind.ts';
import type { Offer } from './journal-page.ts';
import { nameOf } from './owner.ts';
import { type FormGuard, useFormGuard } from './use-form-guard.ts';
import { type Kept, resume, useJournal } from './use-journal.ts';
import { useTypingActivity } from './use-typing-activity.ts';

/** What a call says of itself to the links. */
export interface SaveOptions {
  context: Record<string, unknown>;
}

/** How the rows of a module are stored. */
export interface FormCalls<T, Row> {
  create: (draft: T, options: SaveOptions) => Promise<Row>;
  update: (draft: T, ground: { id: number; version: number }, options: SaveOptions) => Promise<Row>;
  /** Fetches again what the screens show. */
  refresh: () => Promise<void>;
  /** It is stored; called before the form is left. */
  onStored?: (row: Row) => void;
}

/** One opening of a form. */
export interface Opening<T, Row> {
  /** The stored row to edit; without one a new row is made. */
  row?: Row;
  /** What a new one begins with. */
  empty: T;
  /** 'The job was created.' */
  words: string | ((stored: Row) => ReactNode);
  /** Where to go then. */
  onSaved: () => void;
}

/** A form whose words survive: what it holds, what became of its save, and what has to be decided. */
export interface KeptForm<T> {
  kind: Pick<FormKind<T, never>, 'fields' | 'facts'>;
  state: DraftState<T>;
  draft: T;
  change: (part: Partial<T>) => void;
  isUnsaved: boolean;
  /** Why the last save failed. */
  error: unknown;
  forgetError: () => void;
  isSaving: boolean;
  /** How much of an upload has gone, 0 to 1. */
  progress: number | undefined;
  stop: () => void;
  save: () => void;
  /** A save was tried before everything was decided: a new number for each try. */
  undecidedTries: number;
  choose: (label: string, choice: 'mine' | 'theirs') => void;
  /** The server has changed the stored row on behalf of this form. */
  follow: (ground: Partial<T>) => void;
  offers: Offer<Kept<T>>[];
  takeBack: (offer: Offer<Kept<T>>) => void;
  discard: (offer: Offer<Kept<T>>) => void;
  guard: FormGuard;
  /** Leaves the form, and what is typed with it. */
  leave: () => void;
}

/** Holds a form from its opening to the server's answer. Every form of rows that staff edit goes this way. */
export function useKeptForm<T extends object, Row extends StoredRow>(
  kind: FormKind<T, Row>,
  calls: FormCalls<T, Row>,
  { row, empty, words, onSaved }: Opening<T, Row>,
): KeptForm<T> {
  const user = useUser();
  const [owner] = useState(user);
  const [attempt] = useState<Attempt<T>>(beginAttempt);
  const [ground] = useState(() => groundOf(kind, row, empty));
  const [state, setState] = useState(() => beginDraft(ground));
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [undecidedTries, setUndecidedTries] = useState(0);
  /** What stands in the form at this moment, also for a save that began earlier. */
  const latest = useRef(state);
  latest.current = state;
  const run = useRef({ isBusy: false, isOver: false, hasLostAnswer: false, stop: () => {} });

  const isSame = (one: T, other: T) => differences(kind, one, other).length === 0;
  const isUnsaved = !isSame(state.draft, state.ground.base);
  const guard = useFormGuard(owner, isUnsaved);
  const place = `${kind.name}/${row?.id ?? 'new'}`;
  const journal = useJournal(kind, { user: nameOf(owner), place, opening: attempt.key, base: ground.base });
  useTypingActivity(state.draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when what it holds changes, not when the page does
  useEffect(() => {
    if (run.current.isOver) return;
    if (isUnsaved) journal.keep(state, attempt);
    else journal.page.forget();
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
  const stand = (stored: Row): Ground<T> => groundOf(kind, stored, empty);
  const send = (draft: T): Promise<Row> => {
    const stored = latest.current.ground.row;
    if (stored) return calls.update(draft, stored, options());
    return createOnce({
      ...{ attempt, draft, isSame },
      create: (sent, key) => calls.create(sent, options(key)),
      amend: (made) => {
        setState((before) => ({ ...before, ground: stand(made) }));
        return calls.update(draft, { id: made.id, version: made.version }, options());
      },
      onSend: () => journal.keep(latest.current, attempt),
    });
  };
  const succeed = (stored: Row, sent: T) => {
    calls.onStored?.(stored);
    sayDone(typeof words === 'string' ? words : words(stored));
    void calls.refresh();
    if (!isSame(latest.current.draft, sent)) {
      // Typed on while it was saved: what came since is not stored yet.
      setState((before) => ({ ...before, ground: stand(stored), meeting: undefined }));
      return;
    }
    run.current.isOver = true;
    guard.letGo();
    journal.page.forget();
    onSaved();
  };
  const save = async () => {
    if (run.current.isBusy || run.current.isOver) return;
    if (isUndecided(state)) return setUndecidedTries((tries) => tries + 1);
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
        run.current.hasLostAnswer = !isRefusal(thrown);
        setError(thrown);
      } else if (isOwnSave(stored, draft)) succeed(stored, draft);
      else setState((before) => meetRow(kind, before, stored));
    } finally {
      run.current.isBusy = false;
      setSaving(false);
      setProgress(undefined);
    }
  };
  /** Whether the save that came first is this form's own, whose answer was lost. */
  const isOwnSave = (stored: Row, draft: T): boolean => {
    if (!run.current.hasLostAnswer || stored.version !== (latest.current.ground.row?.version ?? 0) + 1)
      return false;
    const theirs = kind.toDraft(stored);
    // Formatted text comes back a little tidier than it went; a picture has got a path.
    const isMine = ({ names, show }: FormField<T>) =>
      show(theirs) === show(draft) || names.some((name) => draft[name] instanceof File);
    return differences(kind, theirs, draft).every(isMine);
  };
  return {
    ...{ kind, state, error, isSaving, progress, undecidedTries, guard, isUnsaved },
    draft: state.draft,
    change: (part) => setState((before) => ({ ...before, draft: { ...before.draft, ...part } })),
    forgetError: () => setError(undefined),
    stop: () => run.current.stop(),
    save,
    choose: (label, choice) => setState((before) => choose(kind, before, label, choice)),
    follow: (part) => setState((before) => follow(before, part)),
    offers: journal.offers,
    takeBack: (offer) => {
      if (!state.ground.row) Object.assign(attempt, offer.content.attempt);
      const next = resume(kind, state, offer.content, row);
      setState(next);
      // What could not be taken back, because the same fields have been written anew, goes on being offered.
      const isWhole = differences(kind, offer.content.draft, next.draft).length === 0 || next.meeting;
      if (isWhole) journal.discard(offer, journal.keep(next, attempt));
    },
    discard: journal.discard,
    leave: () => {
      run.current.isOver = true;
      journal.page.forget();
      guard.leave();
    },
  };
}

function groundOf<T, Row extends StoredRow>(
  { toDraft }: FormKind<T, Row>,
  row: Row | undefined,
  empty: T,
): Ground<T> {
  return row ? { row: { id: row.id, version: row.version }, base: toDraft(row) } : { base: empty };
}

function follow<T>(state: DraftState<T>, part: Partial<T>): DraftState<T> {
  const { draft, ground } = state;
  const row = ground.row && { ...ground.row, version: ground.row.version + 1 };
  return {
    ...state,
    draft: { ...draft, ...part },
    ground: { row, base: { ...ground.base, ...part } },
  };
}

/** The row as it is stored now, where somebody else's save came first. */
function storedRow<Row>(error: unknown): Row | undefined {
  const { status, current } = explainFailure(error);
  // The server says so in the shape of its rows.
  return status === 409 ? (current as Row | undefined) : undefined;
}
