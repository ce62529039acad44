import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Outcomes } from '../../../src/shared/bulk.ts';
import type { Icon } from '../../shared/icon.tsx';
import { useAsk } from '../components/ask.tsx';
import { notifyError, notifyRowErrors, notifySuccess, notifyWithUndo } from '../components/notifications.tsx';
import { focusHeading } from '../components/page-header.tsx';
import { ChoiceModal } from './choice-modal.tsx';
import classes from './list.module.css';

type Call = (input: { ids: number[] }) => Promise<Outcomes>;
/** The outcome of an action for one row. For a changed row, the outcome contains the row's new version. */
type Changed = Outcomes['results'][number];

/** An action on several rows at once. */
export interface BulkAction {
  /** For example 'Publish'. */
  label: string;
  icon: Icon;
  isDangerous?: boolean;
  run?: Call;
  /** The last words of the success message, for example 'published' in '12 posts published'. */
  done: string;
  /** Undoes the action. Absent if the action cannot be undone. */
  undo?: (changed: Changed[]) => Promise<Outcomes>;
  /** A value that the person chooses before the action runs. */
  choice?: {
    title: string;
    label: string;
    answer: string;
    options: readonly { value: string; label: string }[];
    run: (ids: number[], value: string) => Promise<Outcomes>;
  };
  /**
   * Returns the question that the person must answer before the action runs. `rows` is for example '12
   * posts'. Absent if the action needs no confirmation.
   */
  confirm?: (rows: string) => { title: string; question: string; answer: string };
}

interface BulkBarProps<R> {
  selection: Selection<R>;
  actions: readonly BulkAction[];
  nouns: { one: string; many: string };
  titleOf: (row: R) => string;
  /** Reloads the lists that show the rows. */
  refresh: () => Promise<unknown>;
}

/**
 * The number of selected rows, and the buttons for actions on these rows. Renders nothing while no row is
 * selected.
 */
export function BulkBar<R extends { id: number }>(props: BulkBarProps<R>) {
  const { selection, actions, nouns, titleOf, refresh } = props;
  const [choosing, setChoosing] = useState<BulkAction>();
  const ask = useAsk();
  const [isBusy, setBusy] = useState(false);
  const { rows } = selection;
  const countOf = (count: number) => `${count} ${count === 1 ? nouns.one : nouns.many}`;

  const titlesOf = (ids: number[]) => rows.filter(({ id }) => ids.includes(id)).map(titleOf);

  const call = async (
    act: () => Promise<Outcomes>,
    count: number,
    failed: string,
    unchanged?: string,
  ): Promise<Changed[]> => {
    const refused = (count: number) => `Couldn’t ${failed} ${countOf(count)}`;
    setBusy(true);
    try {
      const { results } = await act();
      const lost = results.filter(({ outcome }) => outcome === 'not_found').map(({ id }) => id);
      if (lost.length > 0) {
        notifyRowErrors(refused(lost.length), titlesOf(lost), 'It no longer exists.');
      }
      const same = results.filter(({ outcome }) => outcome === 'unchanged').map(({ id }) => id);
      if (same.length > 0 && unchanged) {
        notifyRowErrors(refused(same.length), titlesOf(same), unchanged);
      } else if (same.length === results.length) notifySuccess(`Nothing to ${failed}: no change needed`);
      return results.filter(({ outcome }) => outcome === 'changed');
    } catch (error) {
      notifyError(refused(count), error);
      return [];
    } finally {
      setBusy(false);
      setChoosing(undefined);
      void refresh();
    }
  };
  const start = async ({ label, run, done, undo, choice }: BulkAction, value = '') => {
    const ids = rows.map(({ id }) => id);
    const changed = await call(
      () => (choice ? choice.run(ids, value) : run!({ ids })),
      ids.length,
      label.toLowerCase(),
    );
    if (changed.length === 0) return;
    const text = `${countOf(changed.length)} ${done}`;
    selection.clear();
    // Moves the focus, because the bar disappears together with the focused button.
    focusHeading();
    if (!undo) return notifySuccess(text);
    notifyWithUndo(text, undefined, () => {
      const again = 'It has been changed since.';
      void call(() => undo(changed), changed.length, `undo “${label}” of`, again).then(
        (restored) => restored.length > 0 && notifySuccess(`Undone: ${countOf(restored.length)} ${done}`),
      );
    });
  };

  const press = (action: BulkAction) => {
    if (isBusy) return;
    if (action.choice) setChoosing(action);
    else if (action.confirm)
      ask({
        ...action.confirm(countOf(rows.length)),
        busyAnswer: 'Deleting...',
        isDangerous: true,
        run: () => start(action),
      });
    else void start(action);
  };

  if (rows.length === 0) return null;
  return (
    <section className={classes.bulk} aria-label="Selected rows">
      <p className={classes.selected} role="status">
        {rows.length} selected
      </p>
      <Button className={classes.clear!} size="compact-md" variant="subtle" onClick={selection.clear}>
        Clear selection
      </Button>
      {actions.map((action) => {
        const { label, icon: Sign, isDangerous } = action;
        return (
          <Button
            key={label}
            size="compact-md"
            variant="default"
            {...(isDangerous && { color: 'signal', variant: 'light' })}
            leftSection={<Sign size={16} stroke={1.6} />}
            aria-disabled={isBusy}
            onClick={() => press(action)}
          >
            {label}
          </Button>
        );
      })}
      {choosing?.choice && (
        <ChoiceModal
          key={choosing.label}
          {...choosing.choice}
          question={countOf(rows.length)}
          isBusy={isBusy}
          onAnswer={(value) => start(choosing, value)}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </section>
  );
}

export interface Selection<R> {
  rows: readonly R[];
  has(id: number): boolean;
  toggle(id: number): void;
  /** Selects every row of the page. If all rows are selected already, clears the selection. */
  toggleAll(): void;
  clear(): void;
}

const none: ReadonlySet<number> = new Set();

/**
 * Returns the selected rows of a page, and functions that change the selection. `key` changes with the page,
 * the filters and the order. A new `key` clears the selection.
 */
export function useSelection<R extends { id: number }>(page: readonly R[], key: string): Selection<R> {
  const [state, setState] = useState({ key, ids: none });
  if (state.key !== key) setState({ key, ids: none });
  const { ids } = state;
  const rows = page.filter(({ id }) => ids.has(id));
  const select = (next: Iterable<number>) => setState({ key, ids: new Set(next) });
  return {
    rows,
    has: (id) => ids.has(id),
    toggle: (id) => select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => select(rows.length === page.length ? [] : page.map(({ id }) => id)),
    clear: () => select([]),
  };
}
