import { ActionIcon, Box, TextInput } from '@mantine/core';
import IconArrowsSort from 'icon:arrows-sort';
import { useState } from 'react';
import { DialogForm } from '../../components/dialog.tsx';
import { OrderedList } from '../../components/ordered-list.tsx';
import ordered from '../../components/ordered-list.module.css';
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
  onMove: (row: OrderedRow, after: OrderedRow | undefined) => void;
}

/** A list of the rows that share one order. People drag the rows, use buttons, or type the new position. */
export function OrderColumn({ label, hidden, rows, onMove }: OrderColumnProps) {
  const [moving, setMoving] = useState<{ row: OrderedRow; place: number; moveTo: (place: number) => void }>();
  const count = rows.length;
  return (
    <Box miw={0} maw="44rem">
      <OrderedList
        legend={
          <h2 className={classes.heading}>
            {label} <span className={classes.count}>{count}</span>
          </h2>
        }
        entries={rows}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        min={count}
        onChange={(next, move) => move && onMove(next[move.to]!, next[move.to - 1])}
      >
        {(row, place, tools) =>
          tools.row(
            <>
              <span className={classes.place} aria-hidden="true">
                {place + 1}
              </span>
              <span className={ordered.line}>
                {row.title}
                {!row.is_public && <span className={classes.hidden}>{hidden}</span>}
              </span>
            </>,
            <ActionIcon
              variant="subtle"
              aria-label={`Move ${row.title} to …`}
              title="Move to …"
              aria-disabled={count < 2}
              onClick={() => count > 1 && setMoving({ row, place, moveTo: tools.moveTo })}
            >
              <IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>,
          )
        }
      </OrderedList>
      {moving && (
        <MoveModal
          title={moving.row.title}
          place={moving.place}
          count={count}
          onMove={(to) => {
            setMoving(undefined);
            if (to !== moving.place) moving.moveTo(to);
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
    </Box>
  );
}
