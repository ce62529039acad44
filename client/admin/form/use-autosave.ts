import { useEffect, useState } from 'react';
import { type AutosaveFiles, whenAutosaveUnlocked } from './local-autosaves.ts';
import { openLocalAutosave, type EarlierAutosave } from './local-autosave-writer.ts';
import { changedFields, type FormDefinition, pick } from './form-definition.ts';
import type { Baseline } from './form-merge.ts';
import type { FormState } from './form-reducer.ts';
import type { Submission } from './submit-once.ts';
import type { FormStore } from './submit-record.ts';
import type { ServerAutosave } from './server-autosaves.ts';

/** What an autosave says of a form. */
export interface AutosaveContent<T> {
  values: T;
  baseline: Baseline<T>;
  submission: Pick<Submission<T>, 'key' | 'sent'>;
}

/** An autosave as browsers store it. Its names never change, because an autosave outlives the program that wrote it. */
export interface StoredContent<T> {
  draft: T;
  ground: { row?: Baseline<T>['row']; base: T };
  attempt: { key: string; sent?: T | undefined };
}

interface AutosaveOptions<T> {
  user: string;
  /** The form: `jobs/new`, `jobs/7`. */
  form: string;
  store: FormStore<T>;
  state: FormState<T>;
  isDirty: boolean;
  submission: Submission<T>;
  /** Absent for forms whose words are stored in this browser only. */
  server: ServerAutosave<StoredContent<T>> | undefined;
}

interface Autosave<T> {
  /** Unsaved input of earlier openings, newest first. */
  autosaves: EarlierAutosave<AutosaveContent<T>>[];
  /** Stores the form as it is now. */
  save(): Promise<void>;
  /** Deletes the autosave of this opening. */
  remove(): void;
  /** Removes an autosave from the list, and from the storage once `after` resolves. */
  discard(autosave: EarlierAutosave<AutosaveContent<T>>, after?: Promise<void>): void;
}

/** Stores the unsaved input of a form at each change, and looks for autosaves of earlier openings. */
export function useAutosave<T extends object, Row>(
  definition: FormDefinition<T, Row>,
  { user, form, store, state, isDirty, submission, server }: AutosaveOptions<T>,
): Autosave<T> {
  const [initial] = useState(state.values);
  // The key of the submission may change when an autosave is restored. The name of this opening must not.
  const [writer] = useState(() => openLocalAutosave<StoredContent<T>>(user, form, submission.key));
  const [autosaves, setAutosaves] = useState<EarlierAutosave<AutosaveContent<T>>[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const close = writer.open();
    const end = server?.open();
    const onFound = (found: EarlierAutosave<StoredContent<T>>) => {
      const autosave = { ...found, content: readContent(found, initial, definition.renamed) };
      const isUseful = changedFields(definition, autosave.content.values, initial).length > 0;
      if (isUseful) return setAutosaves((before) => withAutosave(before, autosave));
      writer.remove(autosave.opening);
      server?.remove(autosave.opening);
    };
    writer.findOthers(gone.signal, onFound);
    server?.list().then((found) => {
      for (const one of found) {
        // Another tab of this browser may still show it.
        whenAutosaveUnlocked(one.opening, gone.signal).then(
          () => gone.signal.aborted || onFound(one),
          () => {},
        );
      }
    });
    return () => {
      gone.abort();
      close();
      end?.();
    };
  }, [writer, server, definition, initial]);
  const strip = (all: T): T => ({
    ...all,
    ...pick(initial, [...filesIn(all), ...(definition.secrets ?? [])]),
  });
  const save = () => {
    const { values, baseline } = store.read();
    const { key, sent } = submission;
    const content = {
      draft: strip(values),
      ground: { row: baseline.row, base: baseline.values },
      attempt: { key, sent: sent && strip(sent) },
    };
    return writer.save(content, pick(values, filesIn(values)) as AutosaveFiles);
  };
  /** Leaves out what is unchanged, so that the autosave on the server is as small as the edit. */
  const readChanged = () => {
    const { values, baseline } = store.read();
    const names = changedFields(definition, values, baseline.values)
      .flatMap((each) => each.names)
      .filter((name) => !filesIn(values).includes(name) && !definition.secrets?.includes(name));
    const content: StoredContent<Partial<T>> = {
      draft: pick(values, names),
      ground: { row: baseline.row, base: pick(baseline.values, names) },
      attempt: { key: submission.key, sent: submission.sent && strip(submission.sent) },
    };
    return { content, baseVersion: baseline.row?.version };
  };
  const { values, baseline, status } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the content changes, not at every render
  useEffect(() => {
    if (status === 'closed') return;
    if (isDirty) {
      save();
      server?.save(readChanged);
    } else {
      writer.remove();
      server?.remove();
    }
  }, [values, baseline, isDirty]);
  return {
    autosaves,
    save,
    remove: () => {
      writer.remove();
      server?.remove();
    },
    discard: (autosave, after = Promise.resolve()) => {
      setAutosaves((all) => all.filter((one) => one !== autosave));
      after.then(() => {
        writer.remove(autosave.opening);
        server?.remove(autosave.opening);
      });
    },
  };
}

/** An autosave of this browser and the one on the server have the same opening. The browser's has every key. */
function withAutosave<C>(before: EarlierAutosave<C>[], autosave: EarlierAutosave<C>): EarlierAutosave<C>[] {
  if (autosave.isOnServer && before.some(({ opening }) => opening === autosave.opening)) return before;
  const others = before.filter(({ opening }) => opening !== autosave.opening);
  return [...others, autosave].sort((a, b) => b.at - a.at);
}

/** Adds the pictures to an autosave, renames old members, and adds members that are new in this version. */
function readContent<T extends object>(
  { content, files }: EarlierAutosave<StoredContent<T>>,
  initial: T,
  renamed: FormDefinition<T, never>['renamed'] = {},
): AutosaveContent<T> {
  const { draft, ground, attempt } = content;
  const today = (part: T) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [renamed[name] ?? name, value]));
  const whole = (part: T): T => ({ ...initial, ...today(part), ...files });
  return {
    values: whole(draft),
    baseline: { row: ground.row, values: { ...initial, ...today(ground.base) } },
    submission: { ...attempt, sent: attempt.sent && whole(attempt.sent) },
  };
}

function filesIn<T extends object>(values: T): (keyof T & string)[] {
  return (Object.keys(values) as (keyof T & string)[]).filter((name) => values[name] instanceof File);
}
