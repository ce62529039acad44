import IconArrowsSort from 'icon:arrows-sort';
import { ActionIcon, Box } from '@mantine/core';
import { useId, useState } from 'react';
import { DragHandle, MoveButtons, useDragOrder } from '../../components/drag-order.tsx';
import rowClasses from '../../components/rows.module.css';
import type { OrderedRow } from '../module-api.ts';
import { MoveModal } from './move-modal.tsx';
import classes from './order.module.css';

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
