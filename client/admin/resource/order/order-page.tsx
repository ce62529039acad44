import IconArrowLeft from 'icon:arrow-left';
import { Button, Skeleton, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { notifyError } from '../../components/notifications.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { orderClient, orderHooks, type OrderedRow } from '../module-api.ts';
import type { Resource } from '../resource-types.ts';
import classes from './order.module.css';
import { OrderColumn } from './order-column.tsx';

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
