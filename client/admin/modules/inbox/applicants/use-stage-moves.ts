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

/** The server takes 100 rows at once. */
async function inParts<T>(rows: readonly T[], call: (part: T[]) => Promise<BulkResult>): Promise<Results> {
  const results: Results = [];
  for (let start = 0; start < rows.length; start += maxBulkRows)
    results.push(...(await call(rows.slice(start, start + maxBulkRows))).results);
  return results;
}

const changedSinceText = 'It has been changed since.';

/** A move whose result is not loaded yet. */
interface StageMove {
  stage: string;
}

/**
 * Moves applicants at once on the screen. The person can undo it. `shown` is the board with the moves that are under way,
 * whatever a reload in between says.
 */
export function useStageMoves(board: Board) {
  const { stages } = board;
  const calls = useInboxCalls();
  const refresh = useInboxRefresh();
  const [moves, setMoves] = useState<ReadonlyMap<number, StageMove>>(new Map());
  /** The calls go out one after another: of two moves of a person, the later one stays. */
  const lastCall = useRef<Promise<unknown>>(Promise.resolve());
  const applicants = board.applicants.map((one) => ({ ...one, ...moves.get(one.id) }));
  const namesOf = (ids: readonly number[]) =>
    ids.map((id) => applicants.find((one) => one.id === id)?.name ?? '');
  const wordsOf = (ids: readonly number[]) =>
    ids.length === 1 ? namesOf(ids)[0]! : `${ids.length} applicants`;

  const undo = async (changed: Parameters<typeof calls.undo>[0]) => {
    const ids = changed.map(({ id }) => id);
    try {
      const results = await inParts(changed, calls.undo);
      const left = results.filter(({ outcome }) => outcome !== 'changed').map(({ id }) => id);
      if (left.length > 0) notifyRowErrors('Couldn’t undo this', namesOf(left), changedSinceText);
      else notifySuccess('Undone');
    } catch (error) {
      notifyError('Couldn’t undo this', error);
    }
    await refresh(ids);
  };

  const move = async (ids: readonly number[], stage: string): Promise<void> => {
    const moved = applicants.filter((one) => ids.includes(one.id) && stageOf({ stages }, one) !== stage);
    if (moved.length === 0) return;
    const movedIds = moved.map(({ id }) => id);
    const name = stages.find(({ key }) => key === stage)?.name ?? stage;
    const own: StageMove = { stage };
    setMoves((before) => new Map([...before, ...movedIds.map((id) => [id, own] as const)]));
    const call = lastCall.current.then(() => inParts(movedIds, (part) => calls.stage(part, stage)));
    lastCall.current = call.catch(() => {});
    try {
      const results = await call;
      const changed = results.filter(({ outcome }) => outcome === 'changed');
      const gone = results.filter(({ outcome }) => outcome === 'not_found').map(({ id }) => id);
      if (gone.length > 0) notifyRowErrors('Couldn’t move everybody', namesOf(gone), 'It no longer exists.');
      if (changed.length > 0) {
        const words = `${wordsOf(changed.map(({ id }) => id))} moved to ${name}`;
        notifyWithUndo(words, undefined, () => void undo(changed));
      }
    } catch (error) {
      notifyError(`Couldn’t move ${wordsOf(movedIds)}`, error);
    }
    await refresh(movedIds);
    setMoves((before) => new Map([...before].filter(([, one]) => one !== own)));
  };
  return { shown: { ...board, applicants }, move };
}
