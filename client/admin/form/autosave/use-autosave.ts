import { useEffect, useState } from 'react';
import { changedFields, type FormDefinition, pick } from '../form-definition.ts';
import type { Baseline } from '../form-merge.ts';
import type { FormState, FormStore, Submission } from '../form-reducer.ts';
import type {
  AutosaveFiles,
  AutosaveStore,
  EarlierAutosave,
  StoredContent,
  UnsavedInput,
} from './autosave-types.ts';

export interface AutosaveContent<T> {
  values: T;
  baseline: Baseline<T>;
  submission: Omit<Submission<T>, 'refused'>;
}

interface AutosaveOptions<T> {
  store: FormStore<T>;
  state: FormState<T>;
  isDirty: boolean;
  /** This browser and, if the definition has `module` or `belongsTo`, the server. */
  places: readonly AutosaveStore<T>[];
}

interface Autosave<T> {
  /** From earlier openings, newest first. */
  autosaves: EarlierAutosave<AutosaveContent<T>>[];
  save(): Promise<unknown>;
  /** With those that were restored or discarded. Resolves when each place has deleted them or failed. */
  remove(): Promise<unknown>;
  discard(autosave: EarlierAutosave<AutosaveContent<T>>): void;
  /** Stores the form, then deletes an autosave whose whole input it contains. */
  replace(autosave: EarlierAutosave<AutosaveContent<T>>): void;
}

export function useAutosave<T extends object, Row>(
  definition: FormDefinition<T, Row>,
  { store, state, isDirty, places }: AutosaveOptions<T>,
): Autosave<T> {
  const [initial] = useState(state.values);
  const [autosaves, setAutosaves] = useState<EarlierAutosave<AutosaveContent<T>>[]>([]);
  const [unneeded] = useState(() => new Set<string>());
  const remove = (opening?: string) => removeFrom(places, opening);
  useEffect(() => {
    const gone = new AbortController();
    const ends = places.map((place) => place.open());
    const outdated = new Set<string>();
    for (const place of places) {
      place.list(gone.signal, (stored) => {
        const autosave = { ...stored, content: readContent(stored, initial, definition.renamed) };
        const isUseful = changedFields(definition, autosave.content.values, initial).length > 0;
        // The tab may have closed before it deleted the autosaves that were restored or discarded.
        for (const other of stored.content.unneeded ?? []) outdated.add(other);
        if (!isUseful) outdated.add(autosave.opening);
        for (const other of outdated) removeFrom(places, other);
        setAutosaves((before) =>
          [...before, autosave].filter(({ opening }) => !outdated.has(opening)).sort((a, b) => b.at - a.at),
        );
      });
    }
    return () => {
      gone.abort();
      for (const end of ends) end();
    };
  }, [places, definition, initial]);
  const strip = (all: T): T => ({
    ...all,
    ...pick(initial, [...filesIn(all), ...(definition.secrets ?? [])]),
  });
  const read = (): UnsavedInput<T> => {
    const { values, baseline, submission } = store.read();
    const { key, sent, mayLackValues } = submission;
    return {
      content: {
        draft: strip(values),
        ground: { row: baseline.row, base: baseline.values },
        attempt: { key, sent: sent && strip(sent), mayLackValues },
        unneeded: [...unneeded],
      },
      changed: changedFields(definition, values, baseline.values)
        .flatMap((each) => each.names)
        .filter((name) => !filesIn(values).includes(name) && !definition.secrets?.includes(name)),
      // The cast is safe: `filesIn` returns files only.
      files: pick(values, filesIn(values)) as AutosaveFiles,
    };
  };
  const save = () => Promise.all(places.map((place) => place.save(read)));
  const removeAll = () => Promise.all([undefined, ...unneeded].map(remove));
  const { values, baseline, status } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the content changes, not at every render
  useEffect(() => {
    if (status === 'closed') return;
    if (isDirty) save();
    else void removeAll();
  }, [values, baseline, isDirty, places]);
  const hide = (autosave: EarlierAutosave<AutosaveContent<T>>) =>
    setAutosaves((all) => all.filter((one) => one !== autosave));
  return {
    autosaves,
    save,
    remove: removeAll,
    discard: (autosave) => {
      hide(autosave);
      unneeded.add(autosave.opening);
      remove(autosave.opening);
    },
    replace: (autosave) => {
      hide(autosave);
      unneeded.add(autosave.opening);
      save().then(() => remove(autosave.opening));
    },
  };
}

function removeFrom<T>(places: readonly AutosaveStore<T>[], opening?: string): Promise<unknown> {
  return Promise.all(places.map((place) => place.remove(opening)));
}

/** With the pictures. Former names become current ones, and missing values are initial. */
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
