import IconEye from 'icon:eye';
import IconEyeOff from 'icon:eye-off';
import IconFolderSymlink from 'icon:folder-symlink';
import IconTrash from 'icon:trash';
import type { BulkResult } from '../../../src/shared/bulk.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs } from '../../api/types.ts';
import { trashNote } from '../components/ask.tsx';
import { useServices } from '../core/admin-context.ts';
import type { BulkAction } from '../list/bulk-bar.tsx';
import { moduleClient } from './module-api.ts';
import type { Resource } from './resource-types.ts';

export function useBulkActions({ name, words, groups }: Resource) {
  const reload = useServices().reload;
  const calls = useBulkCalls(name);
  const { publicBy } = factsOf(name);
  const actions: BulkAction[] = [];
  if (publicBy) {
    const publish = (isVisible: boolean) => (input: { ids: number[] }) =>
      calls.publish({ ...input, [publicBy as 'is_published']: isVisible });
    actions.push(
      { label: words.show, icon: IconEye, run: publish(true), undo: calls.undoMany, done: words.shown },
      { label: words.hide, icon: IconEyeOff, run: publish(false), undo: calls.undoMany, done: words.taken },
    );
  }
  const group = groups.label.toLowerCase();
  actions.push({
    label: 'Move',
    icon: IconFolderSymlink,
    done: 'moved',
    undo: calls.undoMany,
    choice: {
      title: `Move to another ${group}`,
      label: groups.label,
      answer: 'Move',
      options: groups.options,
      run: (ids, value) => calls.regroup({ ids, [groups.name as 'category']: value }),
    },
  });
  actions.push({
    label: 'Delete',
    icon: IconTrash,
    isDangerous: true,
    done: 'deleted',
    run: calls.removeMany,
    undo: calls.restoreMany,
    confirm: (rows) => ({
      title: `Delete ${rows}`,
      question: `Are you sure you want to delete ${rows}? ${trashNote}`,
      answer: 'Delete',
    }),
  });
  return {
    actions,
    refresh: () => reload([name]),
  };
}

function useBulkCalls(name: ModuleName) {
  const utils = trpc.useUtils();
  const calls = moduleClient(utils, name);
  return {
    publish: (input: ApiInputs['blog']['publish']) => calls.publish.mutate(input),
    regroup: (input: ApiInputs['blog']['regroup']) => calls.regroup.mutate(input),
    removeMany: (input: ApiInputs['blog']['removeMany']) => calls.removeMany.mutate(input),
    /** Gives changed rows the values that they had before. */
    undoMany: (changed: BulkResult['results']) =>
      calls.undoMany.mutate({ rows: changed.map(({ id, version = 0 }) => ({ id, version })) }),
    restoreMany: (deleted: BulkResult['results']) =>
      utils.client.trash[name].restoreMany.mutate({ ids: deleted.map(({ id }) => id) }),
  };
}
