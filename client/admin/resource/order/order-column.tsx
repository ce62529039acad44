import { ActionIcon, Box, TextInput } from '@mantine/core';
import IconArrowsSort from 'icon:arrows-sort';
import { useId, useState } from 'react';
import { DialogForm } from '../../components/dialog.tsx';
import { DragHandle, MoveButtons, useDragOrder } from '../../components/drag-order.tsx';
import rowClasses from '../../components/rows.module.css';
import type { OrderedRow } from '../module-api.ts';
import classes from './order.module.css';

interface MoveModalProps {
  title: string;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onClose: () => void;
}

/** A dialog that asks for the new position of a row. `place` and the argument of `onMove` count from 0. */
function MoveModal({ title, place, count, onMove, onClose }: MoveModalProps) {
  const [text, setText] = useState(String(place + 1));
  const [isWrong, setWrong] = useState(false);
  const target = Number(text);
  const isPlace = /^\d+$/.test(text.trim()) && target >= 1 && target <= count;
  return (
    <DialogForm
      title={`Move ${title}`}
      saveLabel="Move"
      onSubmit={() => (isPlace ? onMove(target - 1) : setWrong(true))}
      onClose={onClose}
    >
      <TextInput
        label="New position"
        description={`From 1 to ${count}. It is now at ${place + 1}.`}
        inputMode="numeric"
        data-autofocus
        value={text}
        error={isWrong && !isPlace && `Enter a number from 1 to ${count}.`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

interface OrderColumnProps {
  label: string;
  /** The word for a row that visitors do not see, for example 'Draft'. */
  hidden: string;
  rows: readonly OrderedRow[];
  /** `after` is the row above the new place, or undefined if the row becomes the first row. */
  onMove: (row: OrderedRow, after: OrderedRow | undefined, place: number, count: number) => void;
}

/** A list of the rows that share one order. People drag the rows, use buttons, or type the new position. */
export function OrderColumn({ label, hidden, rows, onMove }: OrderColumnProps) {
  const [asked, setAsked] = useState<number>();
  const id = useId();
  const count = rows.length;
  const move = (from: number, to: number) => {
    const row = rows[from]!;
    onMove(row, rows.toSpliced(from, 1)[to - 1], to, count);
  };
  const { list, begin, markOf } = useDragOrder(count, move);
  return (
    <Box component="section" miw={0} maw="44rem" aria-labelledby={id}>
      <h2 className={classes.heading} id={id}>
        {label} <span className={classes.count}>{count}</span>
      </h2>
      <ol ref={list} className={rowClasses.rows}>
        {rows.map((row, place) => (
          <li key={row.id} className={classes.row} data-drag={markOf(place)}>
            <DragHandle onBegin={(event) => begin(place, event)} />
            <span className={classes.place} aria-hidden="true">
              {place + 1}
            </span>
            <span className={classes.title}>
              {row.title}
              {!row.is_public && <span className={classes.hidden}>{hidden}</span>}
            </span>
            <span className={classes.acts}>
              <MoveButtons name={row.title} place={place} count={count} onMove={(to) => move(place, to)} />
              <ActionIcon
                variant="subtle"
                aria-label={`Move ${row.title} to …`}
                title="Move to …"
                aria-disabled={count < 2}
                onClick={() => count > 1 && setAsked(row.id)}
              >
                <IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      {rows.map(
        (row, place) =>
          row.id === asked && (
            <MoveModal
              key={row.id}
              title={row.title}
              place={place}
              count={count}
              onMove={(to) => {
                setAsked(undefined);
                if (to !== place) move(place, to);
              }}
              onClose={() => setAsked(undefined)}
            />
          ),
      )}
    </Box>
  );
}
