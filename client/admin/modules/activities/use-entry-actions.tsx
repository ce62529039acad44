import IconArrowBackUp from 'icon:arrow-back-up';
import IconExternalLink from 'icon:external-link';
import IconFilter from 'icon:filter';
import IconHistory from 'icon:history';
import { Stack, Text } from '@mantine/core';
import { findModuleByLogName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import type { Icon } from '../../../shared/icon.tsx';
import { useAsk } from '../../components/ask.tsx';
import { notifyError } from '../../components/notifications.tsx';
import type { RowAction } from '../../list/row-actions.tsx';
import { ChangedFields, toFieldName } from './entry-changes.tsx';
import { type Activity, type ChangeRow, type LogRow, sentenceOf } from './log-rows.tsx';

type UndoPlan = ApiOutputs['activities']['undoPlan']['plans'][number];

/**
 * Undo, and links to the row or the trash, to the versions before and after, and to the other changes of the row. A
 * line of several changes has the links of each inside.
 */
export function useEntryActions(): RowAction<LogRow>[] {
  const ask = useAsk();
  const { activities } = trpc.useUtils();
  const undo = trpc.activities.undo.useMutation({ meta: { done: 'Change undone' } });
  const undoCall = trpc.activities.undoCall.useMutation({ meta: { done: 'Changes undone' } });
  const askUndo = async (title: string, row: ChangeRow) => {
    const is_whole_call = row.together.length > 0;
    const id = is_whole_call ? row.change.call_id! : row.id;
    const { plans } = await activities.undoPlan.fetch({ id, is_whole_call }, { staleTime: 0 });
    ask({
      title,
      question: sentenceOf(row),
      note: plans.map((plan) => <UndoEffect key={plan.id} plan={plan} isOneOfMany={is_whole_call} />),
      answer: plans.some(({ problem }) => !problem) ? title : undefined,
      busyAnswer: 'Undoing…',
      run: () => (is_whole_call ? undoCall : undo).mutateAsync({ id }),
    });
  };
  const undoAs = (label: string, isFor: (row: ChangeRow) => boolean): RowAction<LogRow> => ({
    ...named(label, IconArrowBackUp),
    isFor: (row) => 'change' in row && isFor(row),
    run: (row) =>
      'change' in row &&
      void askUndo(label, row).catch((error: unknown) => notifyError('Couldn’t undo this change', error)),
  });
  return [
    linkTo('Open', IconExternalLink, hrefOfItem),
    linkTo('Compare the versions before and after', IconHistory, hrefOfVersions),
    linkTo('All changes of this item', IconFilter, hrefOfChanges),
    undoAs('Undo this change', ({ together, change }) => together.length === 0 && canUndo(change)),
    undoAs('Undo these changes', ({ together }) => together.some(({ change }) => canUndo(change))),
  ];
}

function named(label: string, icon: Icon) {
  return { label, icon, nameOf: (row: LogRow) => `${label}: ${sentenceOf(row)}` };
}

function linkTo(
  label: string,
  icon: Icon,
  hrefOf: (change: Activity) => string | undefined,
): RowAction<LogRow> {
  const isOne = (row: LogRow) => 'change' in row && row.together.length === 0;
  return {
    ...named(label, icon),
    hrefOf: (row) => (isOne(row) && 'change' in row ? hrefOf(row.change) : undefined),
  };
}

function canUndo({ module, item, version_before, version_after, undone_by }: Activity): boolean {
  if (undone_by !== undefined) return false;
  if (module === 'settings') return version_after !== undefined;
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
  // A move in the list makes no version.
  if (version_before === version_after) return undefined;
  return `${path}/${item_id}/versions?version=${version_after}`;
}

function hrefOfChanges({ module, item_id }: Activity): string | undefined {
  return item_id === undefined ? undefined : `/admin/activities?module=${module}&item_id=${item_id}`;
}

const acts = {
  delete: 'The row moves to the trash.',
  restore: 'The row returns from the trash.',
  update: '',
};

/** Says exactly what will change. */
function UndoEffect({ plan, isOneOfMany }: { plan: UndoPlan; isOneOfMany: boolean }) {
  const { description, act, changes, left_out, problem } = plan;
  const kept = left_out.map(toFieldName).join(', ');
  return (
    <Stack gap={4} mt={isOneOfMany ? 12 : 0}>
      {isOneOfMany && (
        <Text fw={600}>
          <bdi>{description}</bdi>
        </Text>
      )}
      {problem && <Text>{problem} This stays as it is.</Text>}
      {acts[act] && <Text>{acts[act]}</Text>}
      <ChangedFields changes={changes} />
      {kept && (
        <Text>Stays as it is, because the earlier value is there already, or no longer exists: {kept}.</Text>
      )}
    </Stack>
  );
}
