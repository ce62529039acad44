import { useEffect, useState } from 'react';
import type { DraftFiles } from './draft-storage.ts';
import { type DraftWriter, openDraftWriter, type SavedDraft } from './draft-writer.ts';
import { changedFields, type FormDefinition, pick } from './form-definition.ts';
import { type FormState, mergeConflict, type StoredRow } from './form-state.ts';
import type { Submission } from './submit-once.ts';

/** The form's state that the browser stores as a draft. */
export interface DraftContent<T> {
  draft: T;
  ground: FormState<T>['ground'];
  attempt: Pick<Submission<T>, 'key' | 'sent'>;
}

interface Autosave<T> {
  page: DraftWriter<DraftContent<T>>;
  /** Unsaved input of earlier openings. */
  offers: SavedDraft<DraftContent<T>>[];
  keep(state: FormState<T>, attempt: Submission<T>): Promise<void>;
  /** Removes a draft from the list, and from the storage once `after` resolves. */
  discard(offer: SavedDraft<DraftContent<T>>, after?: Promise<void>): void;
}

/** Stores the unsaved input of a form, and looks for drafts of earlier openings. */
export function useAutosave<T extends object, Row extends StoredRow>(
  kind: FormDefinition<T, Row>,
  { user, place, opening, base }: { user: string; place: string; opening: string; base: T },
): Autosave<T> {
  const [page] = useState(() => openDraftWriter<DraftContent<T>>(user, place, opening));
  const [offers, setOffers] = useState<SavedDraft<DraftContent<T>>[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const close = page.open();
    page.offers(gone.signal, (found) => {
      const offer = { ...found, content: complete(found, base, kind.renamed) };
      const isUseful = changedFields(kind, offer.content.draft, base).length > 0;
      if (isUseful) setOffers((before) => [...before, offer].sort((a, b) => b.at - a.at));
      else page.forget(offer.opening);
    });
    return () => {
      gone.abort();
      close();
    };
  }, [page, kind, base]);
  const strip = (draft: T): T => ({ ...draft, ...pick(base, [...filesIn(draft), ...(kind.secrets ?? [])]) });
  return {
    page,
    offers,
    keep: ({ draft, ground }, { key, sent }) =>
      page.keep(
        { draft: strip(draft), ground, attempt: { key, sent: sent && strip(sent) } },
        pictures(draft),
      ),
    discard: (offer, after = Promise.resolve()) => {
      setOffers((all) => all.filter((one) => one !== offer));
      after.then(() => page.forget(offer.opening));
    },
  };
}

/** Returns the form's state with an earlier opening's input restored. Input typed since then stays. */
export function resume<T extends object, Row extends StoredRow>(
  kind: FormDefinition<T, Row>,
  state: FormState<T>,
  { draft, ground }: DraftContent<T>,
  row: Row | undefined,
): FormState<T> {
  const isFresh = changedFields(kind, state.draft, state.ground.base).length === 0;
  if (isFresh) {
    const before = { ...state, draft, ground };
    const hasMoved = row && ground.row?.version !== row.version;
    return hasMoved
      ? mergeConflict(kind, before, row)
      : {
          ...before,
          draft: { ...draft, ...pick(state.ground.base, kind.facts) },
          edition: state.edition + 1,
        };
  }
  const untouched = kind.fields.filter(
    (each) => !changedFields({ fields: [each] }, state.draft, state.ground.base).length,
  );
  const names = untouched.flatMap((each) => each.names);
  return { ...state, draft: { ...state.draft, ...pick(draft, names) }, edition: state.edition + 1 };
}

/** Restores the pictures, renames old members, and adds members that are new in this version. */
function complete<T extends object>(
  { content, files }: SavedDraft<DraftContent<T>>,
  base: T,
  renamed: FormDefinition<T, never>['renamed'] = {},
): DraftContent<T> {
  const { draft, ground, attempt } = content;
  const today = (part: T) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [renamed[name] ?? name, value]));
  const whole = (part: T): T => ({ ...base, ...today(part), ...files });
  return {
    draft: whole(draft),
    ground: { ...ground, base: { ...base, ...today(ground.base) } },
    attempt: { ...attempt, sent: attempt.sent && whole(attempt.sent) },
  };
}

function filesIn<T extends object>(draft: T): (keyof T & string)[] {
  return (Object.keys(draft) as (keyof T & string)[]).filter((name) => draft[name] instanceof File);
}

function pictures<T extends object>(draft: T): DraftFiles {
  return pick(draft, filesIn(draft)) as DraftFiles;
}
