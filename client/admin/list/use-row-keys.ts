import { type RowAction, useRunAction } from './row-actions.tsx';
import type { ListKey, ListKeyActions } from './use-list-keys.ts';

/** What single keys do with the focused row of a list. */
export interface RowKeys<R> {
  /** The actions of a row. An action with a hotkey runs when this key is pressed. */
  actions?: readonly RowAction<R>[];
  /** The functions of further keys. */
  rowKeys?: Partial<Record<ListKey, (row: R) => void>>;
}

/** Returns the function of each single key. The function acts on the row with the focus, if there is one. */
export function useRowKeys<R extends { id: number }>(
  { actions = [], rowKeys = {} }: RowKeys<R>,
  rows: readonly R[],
): ListKeyActions {
  const runAction = useRunAction();
  const ofActions = actions.flatMap((action) =>
    action.hotkey ? [[action.hotkey, (row: R) => runAction(action, row)] as const] : [],
  );
  const entries = [...ofActions, ...Object.entries(rowKeys)].map(([key, act]) => [
    key,
    (id: number | undefined) => {
      const row = rows.find((one) => one.id === id);
      if (row) act(row);
    },
  ]);
  return Object.fromEntries(entries);
}
