import type { BulkResult } from '../../../../../src/shared/bulk.ts';
import { maxBulkRows } from '../../../../../src/shared/enumerations.ts';
import { trpc } from '../../../../api/trpc.ts';
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

/** Moves applicants at once on the screen. The person can undo it. */
export function useStageMoves({ job, stages, applicants }: Board) {
  const utils = trpc.useUtils();
  const calls = useInboxCalls();
  const refresh = useInboxRefresh();
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

  return async (ids: readonly number[], stage: string): Promise<void> => {
    const moved = applicants.filter((one) => ids.includes(one.id) && stageOf({ stages }, one) !== stage);
    if (moved.length === 0) return;
    const movedIds = moved.map(({ id }) => id);
    const name = stages.find(({ key }) => key === stage)?.name ?? stage;
    utils.inbox.applicants.setData({ id: job.id }, (board) => {
      if (!board) return board;
      const next = board.applicants.map((one) => (movedIds.includes(one.id) ? { ...one, stage } : one));
      return { ...board, applicants: next };
    });
    try {
      const results = await inParts(movedIds, (part) => calls.stage(part, stage));
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
  };
}
