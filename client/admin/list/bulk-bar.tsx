import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { Outcomes } from '../../../src/shared/bulk.ts';
import { ConfirmModal } from '../components/confirm-modal.tsx';
import { notifyError, notifyRowErrors, notifySuccess, notifyWithUndo } from '../components/notifications.tsx';
import { focusHeading } from '../components/page-header.tsx';
import classes from './list.module.css';

type Call = (input: { ids: number[] }) => Promise<Outcomes>;

/** Something that can be done with several rows at once. */
export interface BulkAction {
  /** 'Publish'. */
  label: string;
  icon: Icon;
  isDangerous?: boolean;
  run: Call;
  /** What was done, as in '12 posts published'. */
  done: string;
  /** Takes it back. Absent where that is impossible. */
  undo?: Call;
  /** Returns the question before it, about '12 posts'. Absent where none is asked. */
  confirm?: (rows: string) => { title: string; question: string; answer: string };
}

const noQuestion = { title: '', question: '', answer: '' };

interface BulkBarProps<R> {
  selection: Selection<R>;
  actions: readonly BulkAction[];
  nouns: { one: string; many: string };
  titleOf: (row: R) => string;
  /** Reloads the lists that show the rows. */
  refresh: () => Promise<unknown>;
}

/** Says how many rows are selected, and what can be done with all of them. */
export function BulkBar<R extends { id: number }>(props: BulkBarProps<R>) {
  const { selection, actions, nouns, titleOf, refresh } = props;
  const [asked, setAsked] = useState<BulkAction>();
  const [isBusy, setBusy] = useState(false);
  const { rows } = selection;
  const countOf = (count: number) => `${count} ${count === 1 ? nouns.one : nouns.many}`;

  const call = async (act: Call, ids: number[], failed: string): Promise<number[]> => {
    const refused = (count: number) => `Couldn’t ${failed} ${countOf(count)}`;
    setBusy(true);
    try {
      const { results } = await act({ ids });
      const lost = results.filter(({ outcome }) => outcome === 'not_found').map(({ id }) => id);
      if (lost.length > 0) {
        notifyRowErrors(
          refused(lost.length),
          rows.filter(({ id }) => lost.includes(id)).map(titleOf),
          'It no longer exists.',
        );
      }
      const same = results.filter(({ outcome }) => outcome === 'unchanged');
      if (same.length === results.length) notifySuccess(`Nothing to ${failed}: no change needed`);
      return results.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id);
    } catch (error) {
      notifyError(refused(ids.length), error);
      return [];
    } finally {
      setBusy(false);
      setAsked(undefined);
      void refresh();
    }
  };
  const start = async ({ label, run, done, undo }: BulkAction) => {
    const ids = rows.map(({ id }) => id);
    const changed = await call(run, ids, label.toLowerCase());
    if (changed.length === 0) return;
    const text = `${countOf(changed.length)} ${done}`;
    selection.clear();
    // The bar goes, and the focus with it.
    focusHeading();
    if (!undo) return notifySuccess(text);
    notifyWithUndo(text, undefined, () => {
      void call(undo, changed, `undo “${label}” of`).then(
        (restored) => restored.length > 0 && notifySuccess(`Undone: ${countOf(restored.length)} ${done}`),
      );
    });
  };

  if (rows.length === 0) return null;
  return (
    <section className={classes.bulk} aria-label="Selected rows">
      <p className={classes.selected} role="status">
        {rows.length} selected
      </p>
      {actions.map((action) => {
        const { label, icon: Sign, isDangerous, confirm } = action;
        return (
          <Button
            key={label}
            size="compact-md"
            variant="default"
            {...(isDangerous && { color: 'signal', variant: 'light' })}
            leftSection={<Sign size={16} stroke={1.6} />}
            aria-disabled={isBusy}
            onClick={() => !isBusy && (confirm ? setAsked(action) : start(action))}
          >
            {label}
          </Button>
        );
      })}
      <Button size="compact-md" variant="subtle" onClick={selection.clear}>
        Clear selection
      </Button>
      <ConfirmModal
        isOpen={asked !== undefined}
        {...(asked?.confirm?.(countOf(rows.length)) ?? noQuestion)}
        busyAnswer="Deleting..."
        isBusy={isBusy}
        isDangerous
        onAnswer={() => asked && start(asked)}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

export interface Selection<R> {
  rows: readonly R[];
  has(id: number): boolean;
  toggle(id: number): void;
  /** Selects every row of the page, or none if all are selected. */
  toggleAll(): void;
  clear(): void;
}

const none: ReadonlySet<number> = new Set();

/** Returns the selected rows of a page. The selection ends when `key` changes: with the page, a filter or the order. */
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
