import { useRef, useState } from 'react';
import type { BulkResult } from '../../../../../src/shared/bulk.ts';
import { maxBulkRows } from '../../../../../src/shared/enumerations.ts';
import type { ApiOutputs } from '../../../../api/types.ts';
import {
  notifyError,
  notifyRowErrors,
  notifySuccess,
  notifyWithUndo,
} from '../../../components/notifications.tsx';
import { useInboxRefresh } from '../message-actions.ts';
import { useInboxCalls } from '../use-message-acts.ts';

export type Board = ApiOutputs['inbox']['applicants'];
export type Applicant = Board['applicants'][number];

export interface Column {
  key: string;
  name: string;
  cards: readonly Applicant[];
}

/** One stored without a stage is in the first. */
export function stageOf({ stages }: Pick<Board, 'stages'>, { stage }: Applicant): string {
  return stage ?? stages[0]!.key;
}

/** The stages of the settings, and then those that only applicants still have. */
export function columnsOf(board: Board): Column[] {
  const { stages, applicants } = board;
  const cards = Map.groupBy(applicants, (one) => stageOf(board, one));
  const others = [...cards.keys()].filter((key) => !stages.some((stage) => stage.key === key));
  return [...stages, ...others.map((key) => ({ key, name: key }))].map((stage) => ({
    ...stage,
    cards: cards.get(stage.key) ?? [],
  }));
}

type Results = BulkResult['results'];

interface Outcome<T> {
  results: Results;
  /** The rows of the call that failed and of those after it. */
  left: readonly T[];
  error?: unknown;
}

/** The server takes 100 rows at once. */
async function inParts<T>(rows: readonly T[], call: (part: T[]) => Promise<BulkResult>): Promise<Outcome<T>> {
  const results: Results = [];
  for (let start = 0; start < rows.length; start += maxBulkRows) {
    try {
      results.push(...(await call(rows.slice(start, start + maxBulkRows))).results);
    } catch (error) {
      return { results, left: rows.slice(start), error };
    }
  }
  return { results, left: [] };
}

const changedSinceText = 'It has been changed since.';

/** By the ids of applicants. */
type Stages = ReadonlyMap<number, string>;

/**
 * Moves applicants at once on the screen. The person can undo it. `shown` is the board with the moves whose outcome is
 * not loaded yet, whatever a reload in between says. One that failed is not shown. `onCardsMove` is called before
 * cards change their columns.
 */
export function useStageMoves(board: Board, onCardsMove: (ids: readonly number[]) => void) {
  const { stages } = board;
  const calls = useInboxCalls();
  const refresh = useInboxRefresh();
  /** The last one is on top. */
  const [moves, setMoves] = useState<readonly Stages[]>([]);
  /** The calls go out one after another: of two moves of a person, the later one stays. */
  const lastCall = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = <T>(call: () => Promise<Outcome<T>>) => {
    const outcome = lastCall.current.then(call);
    lastCall.current = outcome;
    return outcome;
  };
  const top = new Map(moves.flatMap((one) => [...one]));
  const applicants = board.applicants.map((one) => ({ ...one, stage: top.get(one.id) ?? one.stage }));
  const wordsOf = (ids: readonly number[]) =>
    ids.length === 1 ? namesOf(applicants, ids)[0]! : `${ids.length} applicants`;
  const show = (shown: Stages) => {
    onCardsMove([...shown.keys()]);
    setMoves((before) => [...before, shown]);
    return () => setMoves((before) => before.filter((one) => one !== shown));
  };

  const undo = async (changed: Parameters<typeof calls.undo>[0], earlier: Stages) => {
    const ids = changed.map(({ id }) => id);
    const hide = show(new Map([...earlier].filter(([id]) => ids.includes(id))));
    const { results, left, error } = await inTurn(() => inParts(changed, calls.undo));
    const kept = results.filter(({ outcome }) => outcome !== 'changed').map(({ id }) => id);
    if (kept.length > 0) notifyRowErrors('Couldn’t undo this', namesOf(applicants, kept), changedSinceText);
    if (left.length > 0) notifyError('Couldn’t undo this', error);
    if (kept.length + left.length > 0) {
      onCardsMove(ids);
      hide();
    } else notifySuccess('Undone');
    await refresh(ids);
    hide();
  };

  const move = async (ids: readonly number[], stage: string): Promise<void> => {
    const moved = applicants.filter((one) => ids.includes(one.id) && stageOf({ stages }, one) !== stage);
    if (moved.length === 0) return;
    const movedIds = moved.map(({ id }) => id);
    const name = stages.find(({ key }) => key === stage)?.name ?? stage;
    const hide = show(new Map(movedIds.map((id) => [id, stage])));
    const { results, left, error } = await inTurn(() =>
      inParts(movedIds, (part) => calls.stage(part, stage)),
    );
    const changed = results.filter(({ outcome }) => outcome === 'changed');
    const gone = results.filter(({ outcome }) => outcome === 'not_found').map(({ id }) => id);
    if (gone.length > 0)
      notifyRowErrors('Couldn’t move everybody', namesOf(applicants, gone), 'It no longer exists.');
    if (changed.length > 0) {
      const words = `${wordsOf(changed.map(({ id }) => id))} moved to ${name}`;
      const earlier = new Map(moved.map((one) => [one.id, stageOf({ stages }, one)]));
      notifyWithUndo(words, undefined, () => void undo(changed, earlier));
    }
    if (left.length > 0) {
      onCardsMove(movedIds);
      hide();
      notifyError(`Couldn’t move ${wordsOf(left)}`, error);
    }
    await refresh(movedIds);
    hide();
  };
  return { shown: { ...board, applicants }, move };
}

export function namesOf(applicants: readonly Applicant[], ids: readonly number[]): string[] {
  return ids.map((id) => applicants.find((one) => one.id === id)?.name ?? '');
}
