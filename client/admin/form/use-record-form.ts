import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { trpc } from '../../api/trpc.ts';
import { notifySuccess } from '../components/notifications.tsx';
import { useCurrentUser } from '../core/admin-context.ts';
import type { EarlierAutosave } from './local-autosave-writer.ts';
import type { FormDefinition } from './form-definition.ts';
import { type Baseline, isPristine, isRestored, type StoredRow } from './form-merge.ts';
import { type FormState, initialFormState, reduceForm } from './form-reducer.ts';
import { newSubmission, type Submission } from './submit-once.ts';
import { baselineOf, type FormCalls, type FormStore, submitRecord } from './submit-record.ts';
import { type AutosaveContent, type StoredContent, useAutosave } from './use-autosave.ts';
import { type Colleague, useColleagues } from './use-colleagues.ts';
import {
  type UnsavedChangesGuard,
  userKey,
  useSessionKeepAlive,
  useUnsavedChanges,
} from './use-unsaved-changes.ts';
import { openServerAutosave } from './server-autosaves.ts';

/** The parameters for opening a form. */
export interface RecordFormOptions<T, Row> {
  /** The stored row to edit. Absent for a new row. */
  row?: Row;
  /** The initial values of a new row. */
  defaultValues: T;
  /** The message after a save: 'The job was created.' */
  successMessage: string | ((stored: Row) => ReactNode);
  /** Navigates away after the save. */
  onSuccess: () => void;
}

type ShownState = 'values' | 'baseline' | 'conflict' | 'revision' | 'error' | 'blockedSubmits' | 'progress';

/** A form that preserves unsaved input: its values, the result of the last submit, and the conflicts to decide. */
export interface RecordForm<T> extends Pick<FormState<T>, ShownState> {
  definition: Pick<FormDefinition<T, never>, 'fields'>;
  isDirty: boolean;
  isSubmitting: boolean;
  setValues: (values: Partial<T>) => void;
  submit: () => void;
  /** Cancels the running request. */
  stop: () => void;
  clearError: () => void;
  resolve: (label: string, choice: 'mine' | 'theirs') => void;
  /** Takes over a change that the server has made to the row for this form. */
  patch: (values: Partial<T>) => void;
  /** Who else has the row open, or has unsaved words in it. */
  colleagues: Colleague[];
  /** Unsaved input of earlier openings, newest first. */
  autosaves: EarlierAutosave<AutosaveContent<T>>[];
  restoreAutosave: (earlier: EarlierAutosave<AutosaveContent<T>>) => void;
  discardAutosave: (earlier: EarlierAutosave<AutosaveContent<T>>) => void;
  guard: UnsavedChangesGuard;
  /** Discards the input of a form that closes. */
  discard: () => void;
}

/** Manages a form from its opening to the answer of its submit. Every form for stored rows uses it. */
export function useRecordForm<T extends object, Row extends StoredRow>(
  definition: FormDefinition<T, Row>,
  calls: FormCalls<T, Row>,
  { row, defaultValues, successMessage, onSuccess }: RecordFormOptions<T, Row>,
): RecordForm<T> {
  const user = useCurrentUser();
  const [owner] = useState(user);
  const [submission] = useState<Submission<T>>(newSubmission);
  const [store] = useState(() =>
    createFormStore(definition, row ? baselineOf(definition, row) : { values: defaultValues }),
  );
  const state = useSyncExternalStore(store.subscribe, store.read);
  const { values, baseline, conflict, revision, error, blockedSubmits, progress, status } = state;
  const isDirty = status !== 'closed' && !isPristine(definition, state);
  const guard = useUnsavedChanges(owner, isDirty, () => discard());
  const { client } = trpc.useUtils();
  const [opening] = useState(submission.key);
  const [server] = useState(
    () =>
      definition.module &&
      openServerAutosave<StoredContent<T>>(client, { module: definition.module, itemId: row?.id, opening }),
  );
  const autosave = useAutosave(definition, {
    ...{ user: userKey(owner), form: `${definition.name}/${row?.id ?? 'new'}` },
    store,
    state,
    isDirty,
    submission,
    server,
  });
  const colleagues = useColleagues({ module: definition.module, id: row?.id, opening });
  useSessionKeepAlive(values);
  const isMounted = useIsMounted();
  const stop = useRef(() => {});

  const submit = async () => {
    const stored = await submitRecord({
      ...{ definition, store, calls, submission, onCreate: autosave.save },
      onBegin: (cancel) => {
        stop.current = cancel;
      },
    });
    if (!stored) return;
    calls.onStored?.(stored);
    notifySuccess(typeof successMessage === 'string' ? successMessage : successMessage(stored));
    void calls.refresh();
    // The person may have typed since, or left the form.
    if (store.read().status !== 'closed' || !isMounted.current) return;
    guard.release();
    autosave.remove();
    onSuccess();
  };
  const discard = () => {
    store.send({ type: 'close' });
    autosave.remove();
    guard.release();
  };
  return {
    ...{ definition, values, baseline, conflict, revision, error, blockedSubmits, progress },
    ...{ colleagues, isDirty, isSubmitting: status === 'submitting', guard, submit },
    setValues: (typed) => store.send({ type: 'change', values: typed }),
    stop: () => stop.current(),
    clearError: () => store.send({ type: 'clearError' }),
    resolve: (field, choice) => store.send({ type: 'resolve', field, choice }),
    patch: (changed) => store.send({ type: 'patched', values: changed }),
    autosaves: autosave.autosaves,
    restoreAutosave: (earlier) => {
      if (store.read().status !== 'editing') return;
      // A lost answer of this opening must not be forgotten.
      const isNew = !store.read().baseline.row && !submission.sent;
      if (isNew) Object.assign(submission, { refused: undefined, ...earlier.content.submission });
      store.send({ type: 'restore', content: earlier.content });
      // The autosave stays when some of its fields were edited again and could not be restored.
      if (isRestored(definition, store.read(), earlier.content)) autosave.discard(earlier, autosave.save());
    },
    discardAutosave: autosave.discard,
    discard,
  };
}

/** Creates the state of a form. It changes at once, so that a running submit reads what was typed last. */
function createFormStore<T>(
  definition: Pick<FormDefinition<T, never>, 'fields' | 'readOnly'>,
  baseline: Baseline<T>,
): FormStore<T> & { subscribe(listener: () => void): () => void } {
  let state = initialFormState(baseline);
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
