import IconAlertOctagon from 'icon:alert-octagon';
import IconArrowBackUp from 'icon:arrow-back-up';
import IconCheck from 'icon:check';
import IconMail from 'icon:mail';
import IconMailCheck from 'icon:mail-check';
import IconMailOpened from 'icon:mail-opened';
import IconTrash from 'icon:trash';
import IconTrashX from 'icon:trash-x';
import IconUser from 'icon:user';
import type { MessageFolder } from '../../../../src/shared/enumerations.ts';
import { trpc } from '../../../api/trpc.ts';
import type { BulkAction } from '../../list/bulk-bar.tsx';
import { useInboxCalls } from './use-message-acts.ts';

const nobody = 'nobody';

export function useBulkActions(folder: MessageFolder): BulkAction[] {
  const calls = useInboxCalls();
  const removeMany = trpc.inbox.removeMany.useMutation();
  const people = trpc.inbox.assignees.useQuery(undefined, { enabled: false }).data?.assignees ?? [];
  const { undo } = calls;
  const trash: BulkAction = {
    label: 'Move to trash',
    icon: IconTrash,
    done: 'moved to the trash',
    run: calls.trash,
    undo,
  };
  if (folder === 'spam') {
    return [
      { label: 'Not spam', icon: IconMailCheck, done: 'moved to the inbox', run: calls.notSpam, undo },
      trash,
    ];
  }
  if (folder === 'trash') {
    return [
      { label: 'Restore', icon: IconArrowBackUp, done: 'restored', run: calls.restore, undo },
      {
        label: 'Delete',
        icon: IconTrashX,
        isDangerous: true,
        done: 'deleted',
        run: removeMany.mutateAsync,
        confirm: (rows) => ({
          title: 'Delete Message',
          question: `Are you sure you want to delete ${rows}? This action cannot be undone and will permanently remove them.`,
          answer: 'Delete',
        }),
      },
    ];
  }
  return [
    { label: 'Mark as read', icon: IconMailOpened, done: 'marked as read', run: calls.read, undo },
    { label: 'Mark as unread', icon: IconMail, done: 'marked as unread', run: calls.unread, undo },
    {
      label: 'Assign',
      icon: IconUser,
      done: 'assigned',
      undo,
      choice: {
        title: 'Assign',
        label: 'Assign to',
        answer: 'Assign',
        options: [
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: nobody, label: 'Nobody' },
        ],
        run: (ids, value) => calls.assign(ids, value === nobody ? null : Number(value)),
      },
    },
    { label: 'Done', icon: IconCheck, done: 'done', run: calls.done, undo },
    { label: 'Spam', icon: IconAlertOctagon, done: 'moved to the spam', run: calls.spam, undo },
    trash,
  ];
}
