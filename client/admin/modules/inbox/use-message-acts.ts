import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs } from '../../../api/types.ts';
import type { BulkResult } from '../../../../src/shared/bulk.ts';
import {
  notifyError,
  notifyRowErrors,
  notifySuccess,
  notifyWithUndo,
} from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { type Message, useInboxRefresh } from './message-actions.ts';

type Ids = { ids: number[] };
type Changed = BulkResult['results'];

const changedSinceText = 'It has been changed since.';

export function useInboxCalls() {
  const { inbox } = trpc.useUtils().client;
  return {
    read: (input: Ids) => inbox.markManyRead.mutate(input),
    unread: (input: Ids) => inbox.markManyUnread.mutate(input),
    done: ({ ids }: Ids) => inbox.setState.mutate({ ids, state: 'closed' }),
    stage: (ids: number[], stage: string) => inbox.setStage.mutate({ ids, stage }),
    reopen: ({ ids }: Ids) => inbox.setState.mutate({ ids, state: 'open' }),
    assign: (ids: number[], user_id: number | null) => inbox.assign.mutate({ ids, user_id }),
    spam: (input: Ids) => inbox.spam.mutate(input),
    notSpam: (input: Ids) => inbox.markManyNotSpam.mutate(input),
    trash: (input: Ids) => inbox.trash.mutate(input),
    restore: (input: Ids) => inbox.restore.mutate(input),
    undo: (changed: Changed) =>
      inbox.undo.mutate({ rows: changed.map(({ id, version = 0 }) => ({ id, version })) }),
  };
}

const notices = {
  unread: ['Marked as unread', 'mark the message as unread'],
  done: ['Message done', 'mark the message as done'],
  reopen: ['Message opened again', 'open the message again'],
  spam: ['Moved to spam', 'move the message to the spam'],
  notSpam: ['Moved to inbox', 'move the message to the inbox'],
  trash: ['Moved to trash', 'move the message to the trash'],
  restore: ['Message restored', 'restore the message'],
} as const satisfies Record<string, readonly [done: string, failed: string]>;

/** They change the sender's number of messages in the inbox, which others show. */
const moves = new Set<string>(['spam', 'notSpam', 'trash', 'restore']);

export type MessageAct = keyof typeof notices;

type ReminderDay = ApiInputs['inbox']['remind']['on'];

/** Makes a change of one message, which the person can undo. */
function useUndoableChange() {
  const { undo: takeBack } = useInboxCalls();
  const refresh = useInboxRefresh();
  const undo = async (changed: Changed, subject: string, ids: number[] | undefined) => {
    try {
      const { results } = await takeBack(changed);
      if (results.every(({ outcome }) => outcome === 'changed')) notifySuccess('Undone');
      else notifyRowErrors('Couldn’t undo this', [subject], changedSinceText);
    } catch (error) {
      notifyError('Couldn’t undo this', error);
    }
    await refresh(ids);
  };
  return async (
    { subject }: Message,
    change: {
      run: () => Promise<BulkResult>;
      done: string;
      failed: string;
      /** The changed messages. Undefined if others change too. */
      ids: number[] | undefined;
    },
  ): Promise<void> => {
    const { run, done, failed, ids } = change;
    try {
      const { results } = await run();
      const changed = results.filter(({ outcome }) => outcome === 'changed');
      const isGone = results.some(({ outcome }) => outcome === 'not_found');
      if (isGone) notifyRowErrors(`Couldn’t ${failed}`, [subject], 'It no longer exists.');
      if (changed.length > 0) notifyWithUndo(done, subject, () => void undo(changed, subject, ids));
    } catch (error) {
      notifyError(`Couldn’t ${failed}`, error);
    }
    await refresh(ids);
    // The row may have left the list with the focus.
    restoreFocusToHeading();
  };
}

export function useMessageActs() {
  const calls = useInboxCalls();
  const change = useUndoableChange();
  return (act: MessageAct, message: Message): Promise<void> => {
    const { id } = message;
    const [done, failed] = notices[act];
    const ids = moves.has(act) ? undefined : [id];
    return change(message, { run: () => calls[act]({ ids: [id] }), done, failed, ids });
  };
}

export function useReminder() {
  const { inbox } = trpc.useUtils().client;
  const change = useUndoableChange();
  return (message: Message, on: ReminderDay): Promise<void> => {
    const ids = [message.id];
    return change(message, {
      run: () => inbox.remind.mutate({ ids, on }),
      done: on === null ? 'Reminder removed' : 'Reminder set',
      failed: 'change the reminder',
      ids,
    });
  };
}
