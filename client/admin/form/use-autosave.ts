import { useEffect, useState } from 'react';
import type { Attempt } from './submit-once.ts';
import { type DraftState, meetRow, type StoredRow } from './form-state.ts';
import { differences, type FormKind, pick } from './form-definition.ts';
import type { JournalFiles } from './draft-storage.ts';
import { type JournalPage, type Offer, openJournalPage } from './draft-writer.ts';

/** The form's state that the journal stores. */
export interface Kept<T> {
  draft: T;
  ground: DraftState<T>['ground'];
  attempt: Pick<Attempt<T>, 'key' | 'sent'>;
}

interface Journal<T> {
  page: JournalPage<Kept<T>>;
  /** Unsaved input of earlier openings. */
  offers: Offer<Kept<T>>[];
  keep(state: DraftState<T>, attempt: Attempt<T>): Promise<void>;
  /** Removes an offer from the list, and from the journal once `after` resolves. */
  discard(offer: Offer<Kept<T>>, after?: Promise<void>): void;
}

/** Opens the journal of a form, and looks for input of earlier openings. */
export function useJournal<T extends object, Row extends StoredRow>(
  kind: FormKind<T, Row>,
  { user, place, opening, base }: { user: string; place: string; opening: string; base: T },
): Journal<T> {
  const [page] = useState(() => openJournalPage<Kept<T>>(user, place, opening));
  const [offers, setOffers] = useState<Offer<Kept<T>>[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    const close = page.open();
    page.offers(gone.signal, (found) => {
      const offer = { ...found, content: complete(found, base, kind.renamed) };
      const isUseful = differences(kind, offer.content.draft, base).length > 0;
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
  kind: FormKind<T, Row>,
  state: DraftState<T>,
  { draft, ground }: Kept<T>,
  row: Row | undefined,
): DraftState<T> {
  const isFresh = differences(kind, state.draft, state.ground.base).length === 0;
  if (isFresh) {
    const before = { ...state, draft, ground };
    const hasMoved = row && ground.row?.version !== row.version;
    return hasMoved
      ? meetRow(kind, before, row)
      : {
          ...before,
          draft: { ...draft, ...pick(state.ground.base, kind.facts) },
          edition: state.edition + 1,
        };
  }
  const untouched = kind.fields.filter(
    (each) => !differences({ fields: [each] }, state.draft, state.ground.base).length,
  );
  const names = untouched.flatMap((each) => each.names);
  return { ...state, draft: { ...state.draft, ...pick(draft, names) }, edition: state.edition + 1 };
}

/** Restores the pictures, renames old members, and adds members that are new in this version. */
function complete<T extends object>(
  { content, files }: Offer<Kept<T>>,
  base: T,
  renamed: FormKind<T, never>['renamed'] = {},
): Kept<T> {
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

function pictures<T extends object>(draft: T): JournalFiles {
  return pick(draft, filesIn(draft)) as JournalFiles;
}
