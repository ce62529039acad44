import IconArrowBackUp from 'icon:arrow-back-up';
import IconExternalLink from 'icon:external-link';
import IconHistory from 'icon:history';
import { Text } from '@mantine/core';
import { findModuleByLogName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useAsk } from '../../components/ask.tsx';
import { notifyError } from '../../components/notifications.tsx';
import type { RowAction } from '../../list/row-actions.tsx';
import { toFieldName, toReadablePair } from './field-changes.ts';

type Activity = ApiOutputs['activities']['list']['activities'][number];
type UndoPlan = ApiOutputs['activities']['undoPlan'];

/** Undo, and links to the row or the trash, and to the versions before and after. */
export function useEntryActions(): RowAction<Activity>[] {
  const ask = useAsk();
  const { activities } = trpc.useUtils();
  const undo = trpc.activities.undo.useMutation({ meta: { done: 'Change undone' } });
  const askUndo = async (entry: Activity) => {
    const plan = await activities.undoPlan.fetch({ id: entry.id }, { staleTime: 0 });
    ask({
      title: 'Undo this change',
      question: entry.description,
      note: <UndoEffect plan={plan} />,
      answer: 'Undo this change',
      busyAnswer: 'Undoing…',
      run: () => undo.mutateAsync({ id: entry.id }),
    });
  };
  return [
    {
      label: 'Open',
      icon: IconExternalLink,
      hrefOf: hrefOfItem,
      nameOf: ({ description }) => `Open: ${description}`,
    },
    {
      label: 'Compare the versions before and after',
      icon: IconHistory,
      hrefOf: hrefOfVersions,
      nameOf: ({ description }) => `Compare the versions before and after: ${description}`,
    },
    {
      label: 'Undo this change',
      icon: IconArrowBackUp,
      isFor: canUndo,
      run: (entry) => {
        askUndo(entry).catch((error: unknown) => notifyError('Couldn’t undo this change', error));
      },
      nameOf: ({ description }) => `Undo this change: ${description}`,
    },
  ];
}

function canUndo({ item, version_before, version_after, undone_by }: Activity): boolean {
  if (undone_by !== undefined) return false;
  if (version_after !== undefined) return item === 'row';
  return version_before !== undefined && item === 'trash';
}

function hrefOfItem({ module, item, item_id }: Activity): string | undefined {
  const path = findModuleByLogName(module)?.path;
  if (!path || !item) return undefined;
  return item === 'trash' ? `${path}/trash` : `${path}/${item_id}/edit`;
}

function hrefOfVersions({ module, item, item_id, version_before, version_after }: Activity) {
  const path = findModuleByLogName(module)?.path;
  if (!path || item !== 'row' || version_before === undefined || version_after === undefined)
    return undefined;
  return `${path}/${item_id}/versions?version=${version_after}`;
}

/** Says exactly what will change. */
function UndoEffect({ plan: { act, changes, conflicts, left_out } }: { plan: UndoPlan }) {
  if (act === 'delete') return 'The row moves to the trash.';
  if (act === 'restore') return 'The row returns from the trash.';
  if (conflicts.length > 0)
    return `Changed again since: ${conflicts.map(toFieldName).join(', ')}. This cannot be undone here.`;
  return (
    <>
      {Object.entries(changes).map(([field, change]) => {
        const [now, then] = toReadablePair(field, change);
        return (
          <Text key={field} component="span" display="block">
            {toFieldName(field)}: {now || 'nothing'} → {then || 'nothing'}
          </Text>
        );
      })}
      {left_out.length > 0 && (
        <Text component="span" display="block">
          Stays as it is, because the earlier value no longer exists: {left_out.map(toFieldName).join(', ')}.
        </Text>
      )}
    </>
  );
}
