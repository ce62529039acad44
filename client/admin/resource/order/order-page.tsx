import { ActionIcon, Box, Button, Skeleton, Text, TextInput } from '@mantine/core';
import IconArrowLeft from 'icon:arrow-left';
import IconArrowsSort from 'icon:arrows-sort';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { notifyError } from '../../components/notifications.tsx';
import ordered from '../../components/ordered-list.module.css';
import { OrderedList } from '../../components/ordered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { orderClient, type OrderedRow, orderHooks } from '../module-api.ts';
import type { Resource } from '../resource-types.ts';
import classes from './order.module.css';

interface MoveModalProps {
  /** The title of the row. */
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
function OrderColumn({ label, hidden, rows, onMove }: OrderColumnProps) {
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

/** The server returns at most this many rows. */
const maxRows = 1000;

export function OrderPage({ resource }: { resource: Resource }) {
  const { name, address, nouns, words } = resource;
  const query = orderHooks(name).places.useQuery();
  return (
    <>
      <PageHeader
        title={orderTitleOf(nouns)}
        lead="Each move is saved at once. Visitors see the new order."
        action={
          <Button
            component={Link}
            to={address}
            variant="default"
            leftSection={<IconArrowLeft size={17} stroke={1.6} />}
          >
            {`Back to ${nouns.many}`}
          </Button>
        }
      />
      <QueryBoundary
        query={query}
        subject={words.rows}
        skeleton={<Skeleton height={420} />}
        isEmpty={({ places }) => places.length === 0}
        empty={<EmptyState title={words.none} text={words.first} />}
      >
        {({ places }) => <Columns resource={resource} stored={places} />}
      </QueryBoundary>
    </>
  );
}

function Columns({ resource, stored }: { resource: Resource; stored: readonly OrderedRow[] }) {
  const { groups, nouns, words } = resource;
  const { places, move } = useMoves(resource, stored);
  const columns = [...new Set(places.map(({ group }) => group))];
  const labelOf = (group: string | null) =>
    groups.options.find(({ value }) => value === group)?.label ?? group ?? `All ${nouns.many}`;
  return (
    <>
      <div className={classes.columns}>
        {columns.map((group) => (
          <OrderColumn
            key={group}
            label={labelOf(group)}
            hidden={words.hidden}
            rows={places.filter((row) => row.group === group)}
            onMove={(row, after) => move(row.id, after?.id ?? null)}
          />
        ))}
      </div>
      {stored.length >= maxRows && (
        <Text mt="md" c="dimmed">
          {`Only the first ${maxRows.toLocaleString('en')} ${nouns.many} are shown.`}
        </Text>
      )}
    </>
  );
}

/**
 * Shown at once and sent in order. When none is pending, the stored order is shown, so that a failed move
 * disappears.
 */
function useMoves({ name, nouns }: Resource, stored: readonly OrderedRow[]) {
  const utils = trpc.useUtils();
  const [moved, setMoved] = useState<readonly OrderedRow[]>();
  const waiting = useRef<Promise<void>>(Promise.resolve());
  const count = useRef(0);
  const { move: call } = orderClient(utils, name);
  const send = async (id: number, after: number | null) => {
    try {
      await call.mutate({ id, after });
    } catch (error) {
      notifyError(`Couldn’t move the ${nouns.one}`, error);
    }
    count.current -= 1;
    if (count.current > 0) return;
    // Another person may have moved rows too, so the stored order is reloaded.
    await utils[name].invalidate();
    if (count.current === 0) setMoved(undefined);
  };
  const places = moved ?? stored;
  return {
    places,
    move: (id: number, after: number | null) => {
      const row = places.find((one) => one.id === id)!;
      const others = places.filter((one) => one !== row);
      const first = others.findIndex(({ group }) => group === row.group);
      const at = after === null ? first : others.findIndex((one) => one.id === after) + 1;
      setMoved(others.toSpliced(at, 0, row));
      count.current += 1;
      waiting.current = waiting.current.then(() => send(id, after));
    },
  };
}

export function orderTitleOf({ many }: Resource['nouns']): string {
  return `Order of ${many}`;
}
