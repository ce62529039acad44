import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BulkResult } from '../../../src/shared/bulk.ts';
import type { Icon } from '../../shared/icon.tsx';
import { useAsk } from '../components/ask.tsx';
import { notifyError, notifyRowErrors, notifySuccess, notifyWithUndo } from '../components/notifications.tsx';
import { focusHeading } from '../components/page-header.tsx';
import { useShortcuts } from '../core/use-shortcuts.ts';
import { ChoiceModal } from './choice-modal.tsx';
import classes from './list.module.css';
import { focusedRowId, useList } from './paged-list.tsx';

type Call = (input: { ids: number[] }) => Promise<BulkResult>;
type Changed = BulkResult['results'][number];

export interface BulkAction {
  label: string;
  icon: Icon;
  isDangerous?: boolean;
  run?: Call;
  /** As in '12 posts published'. */
  done: string;
  undo?: (changed: Changed[]) => Promise<BulkResult>;
  choice?: {
    title: string;
    label: string;
    answer: string;
    options: readonly { value: string; label: string }[];
    run: (ids: number[], value: string) => Promise<BulkResult>;
  };
  /** `rows` is for example '12 posts'. */
  confirm?: (rows: string) => { title: string; question: string; answer: string };
}

interface BulkBarProps {
  actions: readonly BulkAction[];
  refresh: () => Promise<unknown>;
}

/** Nothing while no row is selected. */
export function BulkBar({ actions, refresh }: BulkBarProps) {
  const { nouns, titleOf, selection } = useList();
  if (!selection) throw new Error('BulkBar needs a list with isSelectable');
  const { ids } = selection;
  const [choosing, setChoosing] = useState<BulkAction>();
  const ask = useAsk();
  const [isBusy, setBusy] = useState(false);
  useShortcuts([
    {
      keys: 'x',
      label: 'Select the row',
      run: () => {
        const id = focusedRowId();
        if (id !== undefined) selection.toggle(id);
      },
    },
  ]);
  const countOf = (count: number) => `${count} ${count === 1 ? nouns.one : nouns.many}`;

  const titlesOf = (changed: number[]) => changed.map((id) => titleOf({ id }));

  const call = async (
    act: () => Promise<BulkResult>,
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
    const changed = await call(
      () => (choice ? choice.run(ids, value) : run!({ ids })),
      ids.length,
      label.toLowerCase(),
    );
    if (changed.length === 0) return;
    const text = `${countOf(changed.length)} ${done}`;
    selection.clear();
    // The bar disappears with the focused button.
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
        ...action.confirm(countOf(ids.length)),
        busyAnswer: 'Deleting...',
        isDangerous: true,
        run: () => start(action),
      });
    else void start(action);
  };

  if (ids.length === 0) return null;
  return (
    <section className={classes.bulk} aria-label="Selected rows">
      <p className={classes.selected} role="status">
        {ids.length} selected
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
          question={countOf(ids.length)}
          isBusy={isBusy}
          onAnswer={(value) => start(choosing, value)}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </section>
  );
}
