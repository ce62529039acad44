import { useEffect, useState } from 'react';
import type { DraftFiles } from './draft-storage.ts';
import { openDraftWriter, type SavedDraft } from './draft-writer.ts';
import { changedFields, type FormDefinition, pick } from './form-definition.ts';
import type { Baseline } from './form-merge.ts';
import type { FormState } from './form-reducer.ts';
import type { Submission } from './submit-once.ts';
import type { FormStore } from './submit-record.ts';

/** What a draft says of a form. */
export interface DraftContent<T> {
  values: T;
  baseline: Baseline<T>;
  submission: Pick<Submission<T>, 'key' | 'sent'>;
}

/** A draft as browsers store it. Its names never change, because a draft outlives the program that wrote it. */
interface StoredContent<T> {
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
}

interface Autosave<T> {
  /** Unsaved input of earlier openings, newest first. */
  drafts: SavedDraft<DraftContent<T>>[];
  /** Stores the form as it is now. */
  save(): Promise<void>;
  /** Deletes the draft of this opening. */
  remove(): void;
  /** Removes a draft from the list, and from the storage once `after` resolves. */
  discard(draft: SavedDraft<DraftContent<T>>, after?: Promise<void>): void;
}

/** Stores the unsaved input of a form at each change, and looks for drafts of earlier openings. */
export function useAutosave<T extends object, Row>(
  definition: FormDefinition<T, Row>,
  { user, form, store, state, isDirty, submission }: AutosaveOptions<T>,
): Autosave<T> {
  const [initial] = useState(state.values);
  // The key of the submission may change when a draft is restored. The name of this opening must not.
  const [writer] = useState(() => openDraftWriter<StoredContent<T>>(user, form, submission.key));
  const [drafts, setDrafts] = useState<SavedDraft<DraftContent<T>>[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const close = writer.open();
    writer.findOthers(gone.signal, (found) => {
      const draft = { ...found, content: readContent(found, initial, definition.renamed) };
      const isUseful = changedFields(definition, draft.content.values, initial).length > 0;
      if (isUseful) setDrafts((before) => [...before, draft].sort((a, b) => b.at - a.at));
      else writer.remove(draft.opening);
    });
    return () => {
      gone.abort();
      close();
    };
  }, [writer, definition, initial]);
  const save = () => {
    const { values, baseline } = store.read();
    const strip = (all: T): T => ({
      ...all,
      ...pick(initial, [...filesIn(all), ...(definition.secrets ?? [])]),
    });
    const { key, sent } = submission;
    const content = {
      draft: strip(values),
      ground: { row: baseline.row, base: baseline.values },
      attempt: { key, sent: sent && strip(sent) },
    };
    return writer.save(content, pick(values, filesIn(values)) as DraftFiles);
  };
  const { values, baseline, status } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: written when the content changes, not at every render
  useEffect(() => {
    if (status === 'closed') return;
    if (isDirty) save();
    else writer.remove();
  }, [values, baseline, isDirty]);
  return {
    drafts,
    save,
    remove: () => void writer.remove(),
    discard: (draft, after = Promise.resolve()) => {
      setDrafts((all) => all.filter((one) => one !== draft));
      after.then(() => writer.remove(draft.opening));
    },
  };
}

/** Adds the pictures to a stored draft, renames old members, and adds members that are new in this version. */
function readContent<T extends object>(
  { content, files }: SavedDraft<StoredContent<T>>,
  initial: T,
  renamed: FormDefinition<T, never>['renamed'] = {},
): DraftContent<T> {
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
