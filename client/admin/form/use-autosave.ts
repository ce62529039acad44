import { useEffect, useState } from 'react';
import { type DraftFiles, whenDraftUnlocked } from './local-autosaves.ts';
import { openDraftWriter, type SavedDraft } from './local-autosave-writer.ts';
import { changedFields, type FormDefinition, pick } from './form-definition.ts';
import type { Baseline } from './form-merge.ts';
import type { FormState } from './form-reducer.ts';
import type { Submission } from './submit-once.ts';
import type { FormStore } from './submit-record.ts';
import type { WorkingCopies } from './server-autosaves.ts';

/** What a draft says of a form. */
export interface DraftContent<T> {
  values: T;
  baseline: Baseline<T>;
  submission: Pick<Submission<T>, 'key' | 'sent'>;
}

/** A draft as browsers store it. Its names never change, because a draft outlives the program that wrote it. */
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
  copies: WorkingCopies<StoredContent<T>> | undefined;
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
  { user, form, store, state, isDirty, submission, copies }: AutosaveOptions<T>,
): Autosave<T> {
  const [initial] = useState(state.values);
  // The key of the submission may change when a draft is restored. The name of this opening must not.
  const [writer] = useState(() => openDraftWriter<StoredContent<T>>(user, form, submission.key));
  const [drafts, setDrafts] = useState<SavedDraft<DraftContent<T>>[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const close = writer.open();
    const end = copies?.open();
    const onFound = (found: SavedDraft<StoredContent<T>>) => {
      const draft = { ...found, content: readContent(found, initial, definition.renamed) };
      const isUseful = changedFields(definition, draft.content.values, initial).length > 0;
      if (isUseful) return setDrafts((before) => withDraft(before, draft));
      writer.remove(draft.opening);
      copies?.remove(draft.opening);
    };
    writer.findOthers(gone.signal, onFound);
    copies?.list().then((found) => {
      for (const copy of found) {
        // Another tab of this browser may still show it.
        whenDraftUnlocked(copy.opening, gone.signal).then(
          () => gone.signal.aborted || onFound(copy),
          () => {},
        );
      }
    });
    return () => {
      gone.abort();
      close();
      end?.();
    };
  }, [writer, copies, definition, initial]);
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
    return writer.save(content, pick(values, filesIn(values)) as DraftFiles);
  };
  /** Leaves out what is unchanged, so that a copy is as small as the edit. */
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
      copies?.save(readChanged);
    } else {
      writer.remove();
      copies?.remove();
    }
  }, [values, baseline, isDirty]);
  return {
    drafts,
    save,
    remove: () => {
      writer.remove();
      copies?.remove();
    },
    discard: (draft, after = Promise.resolve()) => {
      setDrafts((all) => all.filter((one) => one !== draft));
      after.then(() => {
        writer.remove(draft.opening);
        copies?.remove(draft.opening);
      });
    },
  };
}

/** A draft of this browser and its copy on the server have the same opening. The browser's has every key. */
function withDraft<C>(before: SavedDraft<C>[], draft: SavedDraft<C>): SavedDraft<C>[] {
  if (draft.isOnServer && before.some(({ opening }) => opening === draft.opening)) return before;
  const others = before.filter(({ opening }) => opening !== draft.opening);
  return [...others, draft].sort((a, b) => b.at - a.at);
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
