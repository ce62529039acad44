import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRequestKey } from '../../api/request-key.ts';
import { trpc } from '../../api/trpc.ts';
import { userKey } from '../../session/session-storage.ts';
import { notifySuccess } from '../components/notifications.tsx';
import { useCurrentUser, useServices } from '../core/admin-context.ts';
import type { SaveWay } from '../core/surrounding-form.ts';
import type { AutosaveStore, EarlierAutosave } from './autosave/autosave-types.ts';
import { openLocalAutosave } from './autosave/local-autosave.ts';
import { openServerAutosave } from './autosave/server-autosave.ts';
import { type AutosaveContent, useAutosave } from './autosave/use-autosave.ts';
import type { FormDefinition } from './form-definition.ts';
import { type Baseline, isPristine, isRestored, type Stored } from './form-merge.ts';
import { createFormStore, type FormState } from './form-reducer.ts';
import { baselineOf, type FormCalls, submitRecord } from './submit-record.ts';
import { type Colleague, useColleagues } from './use-colleagues.ts';
import { type UnsavedChangesGuard, useSessionKeepAlive, useUnsavedChanges } from './use-unsaved-changes.ts';

const maxOwnSaves = 30;

const storageKey = (user: string) => `admin_saves/${user}`;

function readOwnSaves(user: string): [row: string, version: number][] {
  try {
    return JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/** So that another tab does not take the version for the work of somebody else. */
function noteOwnSave(user: string, row: string, version: number | undefined): void {
  if (version === undefined) return;
  const others = readOwnSaves(user).filter(([name]) => name !== row);
  try {
    localStorage.setItem(storageKey(user), JSON.stringify([[row, version], ...others].slice(0, maxOwnSaves)));
  } catch {
    // Without storage, the message speaks of somebody else.
  }
}

function isOwnSave(user: string, row: string, version: number | undefined): boolean {
  return readOwnSaves(user).some(([name, saved]) => name === row && saved === version);
}

export interface RecordFormOptions<T, Row> {
  row?: Row;
  defaultValues: T;
  /** Undefined if the screen shows one message for several forms. */
  successMessage?: string | ((stored: Row) => ReactNode);
  /** Called after a save without unsaved input. If absent, the form stays open with the stored values. */
  onSuccess?: () => void;
  /** Called after a save that keeps a form with `onSuccess` open. */
  onStay?: (stored: Row) => void;
}

/** In milliseconds, while the autosave is removed. */
const longestRemovalMs = 2000;

type ShownState = 'values' | 'baseline' | 'conflict' | 'revisions' | 'error' | 'blockedSubmits' | 'progress';

export interface RecordForm<T> extends Pick<FormState<T>, ShownState> {
  definition: Pick<FormDefinition<T, never>, 'fields'>;
  isDirty: boolean;
  isSubmitting: boolean;
  setValues: (values: Partial<T>) => void;
  /** Returns whether the server has stored the values. */
  save: (way: SaveWay) => Promise<boolean>;
  /** As the save button does. */
  submit: () => Promise<boolean>;
  /** When a save last kept a form with `onSuccess` open. Undefined after a failure. */
  savedAt: string | undefined;
  /** Cancels the running request. */
  stop: () => void;
  clearError: () => void;
  resolve: (label: string, choice: 'mine' | 'theirs') => void;
  /** Whether the person has saved the conflicting version in another tab of this browser. */
  isOwnConflict: boolean;
  /** Applies a change that the server has made to the row outside of a save. */
  patch: (values: Partial<T>) => void;
  /** Takes over other stored or default values in every field that the person has not touched. */
  rebase: (record: Baseline<T>) => void;
  /** The other people who have the row open, or who have unsaved input for the row. */
  colleagues: Colleague[];
  /** From earlier openings, newest first. */
  autosaves: EarlierAutosave<AutosaveContent<T>>[];
  restoreAutosave: (earlier: EarlierAutosave<AutosaveContent<T>>) => void;
  discardAutosave: (earlier: EarlierAutosave<AutosaveContent<T>>) => void;
  guard: UnsavedChangesGuard;
  /** Discards the input and closes the form. */
  discard: () => void;
}

/** Every form for stored rows uses this hook. */
export function useRecordForm<T extends object, Row extends Stored>(
  definition: FormDefinition<T, Row>,
  calls: FormCalls<T, Row>,
  { row, defaultValues, successMessage, onSuccess, onStay }: RecordFormOptions<T, Row>,
): RecordForm<T> {
  const user = useCurrentUser();
  const [owner] = useState(user);
  // The submission starts with this key too, but may get another one.
  const [opening] = useState(createRequestKey);
  const [store] = useState(() =>
    createFormStore(definition, row ? baselineOf(definition, row) : { values: defaultValues }, opening),
  );
  const state = useSyncExternalStore(store.subscribe, store.read);
  const { values, baseline, conflict, revisions, error, blockedSubmits, progress, status } = state;
  const isDirty = status !== 'closed' && !isPristine(definition, state);
  const sent = useRef<T>(undefined);
  const isSaving = () => store.read().status === 'submitting' && store.read().values === sent.current;
  const guard = useUnsavedChanges({ owner, isDirty, isSaving, discard: () => discard() });
  const { client } = trpc.useUtils();
  const placesOf = (edited: Stored | undefined): AutosaveStore<T>[] => {
    const { module, belongsTo } = definition;
    const { formerName = definition.name } = definition;
    const local = openLocalAutosave<T>(
      userKey(owner),
      [placeOf(definition, edited), placeOf({ name: formerName }, edited)],
      opening,
    );
    const place = belongsTo ?? (module && { module, itemId: edited?.id });
    return place ? [local, openServerAutosave<T>(client, { ...place, opening })] : [local];
  };
  const [places, setPlaces] = useState(() => placesOf(row));
  const [savedAt, setSavedAt] = useState<string>();
  const autosave = useAutosave(definition, { store, state, isDirty, places });
  const colleagues = useColleagues({ module: definition.module, id: baseline.row?.id, opening });
  useSessionKeepAlive();
  const tasks = useServices().tasks;
  const isMounted = useIsMounted();
  const stop = useRef(() => {});

  const save = async (way: SaveWay) => {
    const stays = !onSuccess || way === 'stay';
    const isNew = store.read().baseline.row === undefined;
    guard.openSignIn();
    setSavedAt(undefined);
    sent.current = store.read().values;
    const stored = await submitRecord({
      definition,
      store,
      calls,
      onCreate: () => tasks.follow(autosave.save()),
      onBegin: (cancel) => {
        stop.current = cancel;
      },
      staysOpen: stays,
      mayLackValues: way !== 'leave',
    });
    if (!stored) return false;
    noteOwnSave(userKey(owner), placeOf(definition, stored), stored.version);
    calls.onStored?.(stored);
    if (onSuccess && stays) setSavedAt(new Date().toISOString());
    else if (successMessage)
      notifySuccess(typeof successMessage === 'string' ? successMessage : successMessage(stored));
    void calls.refresh();
    if (onSuccess && stays && isMounted.current) onStay?.(stored);
    const isAllStored = () => store.read().status === 'closed' || isPristine(definition, store.read());
    // Continues only if the person has neither typed during the save nor left the form.
    if (isAllStored() && isMounted.current) guard.release();
    const removal = isAllStored() ? autosave.remove() : undefined;
    // What is typed from now on belongs to the stored row.
    if (stays && isNew) setPlaces(placesOf(stored));
    if (!removal || !isMounted.current) return true;
    // Otherwise the saved input could be offered again if the page closes at once. A form that stays open does not
    // wait, because the person may type.
    if (stays) return true;
    await Promise.race([removal, pause(longestRemovalMs)]);
    if (isMounted.current) onSuccess();
    return true;
  };
  const discard = () => {
    store.send({ type: 'close' });
    autosave.remove();
    guard.release();
  };
  return {
    definition,
    values,
    baseline,
    conflict,
    isOwnConflict:
      conflict?.theirs.row !== undefined &&
      isOwnSave(userKey(owner), placeOf(definition, conflict.theirs.row), conflict.theirs.row.version),
    revisions,
    error,
    blockedSubmits,
    progress,
    colleagues,
    isDirty,
    isSubmitting: status === 'submitting',
    guard,
    save,
    submit: () => save('leave'),
    savedAt: state.error || conflict ? undefined : savedAt,
    setValues: (typed) => store.send({ type: 'change', values: typed }),
    stop: () => stop.current(),
    clearError: () => store.send({ type: 'clearError' }),
    resolve: (field, choice) => store.send({ type: 'resolve', field, choice }),
    patch: (changed) => store.send({ type: 'patched', values: changed }),
    rebase: (record) => store.send({ type: 'reloaded', record }),
    autosaves: autosave.autosaves,
    restoreAutosave: (earlier) => {
      if (store.read().status !== 'editing') return;
      store.send({ type: 'restore', content: earlier.content });
      // The autosave is kept if some fields were not restored, for example because they were changed here.
      if (isRestored(definition, store.read(), earlier.content)) autosave.replace(earlier);
    },
    discardAutosave: autosave.discard,
    discard,
  };
}

/**
 * Returns the name under which this browser stores the input for a row. What exists only once had the id 1 in earlier
 * versions of the panel.
 */
function placeOf(
  { name, isSingle }: Pick<FormDefinition<never, never>, 'name' | 'isSingle'>,
  row: Stored | undefined,
): string {
  if (!row) return `${name}/new`;
  return `${name}/${isSingle ? 1 : (row.id ?? 1)}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
