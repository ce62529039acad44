import IconArrowBackUp from 'icon:arrow-back-up';
import IconExternalLink from 'icon:external-link';
import IconFilter from 'icon:filter';
import IconHistory from 'icon:history';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { findModuleByLogName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useAsk } from '../../components/ask.tsx';
import { notifyError } from '../../components/notifications.tsx';
import type { RowAction } from '../../list/row-actions.tsx';
import { toFieldName, toReadablePair } from './field-changes.ts';
import { type Activity, type LogRow, sentenceOf } from './log-rows.tsx';

type UndoPlan = ApiOutputs['activities']['undoPlan']['plans'][number];

/** Undo, and links to the row or the trash, to the versions before and after, and to the other changes of the row. */
export function useEntryActions(): { entryActions: RowAction<Activity>[]; rowActions: RowAction<LogRow>[] } {
  const ask = useAsk();
  const { activities } = trpc.useUtils();
  const undo = trpc.activities.undo.useMutation({ meta: { done: 'Change undone' } });
  const undoCall = trpc.activities.undoCall.useMutation({ meta: { done: 'Changes undone' } });
  const askUndo = async (id: number, question: string, is_whole_call: boolean) => {
    const { plans } = await activities.undoPlan.fetch({ id, is_whole_call }, { staleTime: 0 });
    const title = is_whole_call ? 'Undo these changes' : 'Undo this change';
    ask({
      title,
      question,
      note: plans.map((plan) => (
        <UndoEffect key={plan.description} plan={plan} isOneOfMany={is_whole_call} />
      )),
      answer: title,
      busyAnswer: 'Undoing…',
      run: () => (is_whole_call ? undoCall : undo).mutateAsync({ id }),
    });
  };
  const begin = (...about: Parameters<typeof askUndo>) => {
    askUndo(...about).catch((error: unknown) => notifyError('Couldn’t undo this change', error));
  };
  const entryActions: RowAction<Activity>[] = [
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
      label: 'All changes of this item',
      icon: IconFilter,
      hrefOf: ({ module, item_id }) =>
        item_id === undefined ? undefined : `/admin/activities?module=${module}&item_id=${item_id}`,
      nameOf: ({ description }) => `All changes of this item: ${description}`,
    },
    {
      label: 'Undo this change',
      icon: IconArrowBackUp,
      isFor: canUndo,
      run: ({ id, description }) => begin(id, description, false),
      nameOf: ({ description }) => `Undo this change: ${description}`,
    },
  ];
  const ofWholeCall: RowAction<LogRow> = {
    label: 'Undo these changes',
    icon: IconArrowBackUp,
    isFor: (row) => 'change' in row && row.together.some(canUndo),
    run: (row) => 'change' in row && begin(row.change.call_id!, sentenceOf(row), true),
    nameOf: (row) => `Undo these changes: ${sentenceOf(row)}`,
  };
  return { entryActions, rowActions: [...entryActions.map(ofLine), ofWholeCall] };
}

/** A line of several changes has the actions of each inside. */
function ofLine({ isFor, hrefOf, nameOf, run, ...action }: RowAction<Activity>): RowAction<LogRow> {
  return {
    ...action,
    isFor: (row) => 'change' in row && row.together.length === 0 && (isFor?.(row.change) ?? true),
    ...(hrefOf && { hrefOf: (row) => ('change' in row ? hrefOf(row.change) : undefined) }),
    nameOf: (row) => ('change' in row ? nameOf(row.change) : ''),
    run: (row) => 'change' in row && run?.(row.change),
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

/** Says exactly what will change. */
function UndoEffect({ plan, isOneOfMany }: { plan: UndoPlan; isOneOfMany: boolean }) {
  const { description, act, changes, left_out, problem } = plan;
  const acts = {
    delete: 'The row moves to the trash.',
    restore: 'The row returns from the trash.',
    update: '',
  };
  return (
    <>
      {isOneOfMany && <Line isStrong>{description}</Line>}
      {problem && <Line>{problem} This stays as it is.</Line>}
      {!problem && acts[act] && <Line>{acts[act]}</Line>}
      {!problem &&
        Object.entries(changes).map(([field, change]) => {
          const [now, then] = toReadablePair(field, change);
          return (
            <Line key={field}>
              {toFieldName(field)}: {now || 'nothing'} → {then || 'nothing'}
            </Line>
          );
        })}
      {left_out.length > 0 && (
        <Line>
          Stays as it is, because the earlier value no longer exists: {left_out.map(toFieldName).join(', ')}.
        </Line>
      )}
    </>
  );
}

function Line({ isStrong, children }: { isStrong?: boolean; children: ReactNode }) {
  return (
    <Text component="span" display="block" fw={isStrong ? 600 : undefined}>
      {children}
    </Text>
  );
}
