import { Button, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { findOptionValue, useList } from './paged-list.tsx';
import { figures } from '../core/figures.ts';
import classes from './stat-cards.module.css';

/** A total, and the count of each group. */
interface Counts {
  total: number;
  by: Readonly<Record<string, number>>;
}

interface StatCardsProps {
  totalLabel: string;
  /** Undefined while loading. The cards have the same size meanwhile. */
  counts: Counts | undefined;
  /** In order of display. */
  groups: readonly { value: string; label: string }[];
  /** Set by a card. */
  filter: string;
}

/** A button shows the further groups, so that a long row of cards does not push the list down. */
const maxGroups = 14;

/** A click on a card filters the list by the card's group. A second click removes the filter. */
export function StatCards({ totalLabel, counts, groups, filter }: StatCardsProps) {
  const { params, fold } = useList();
  const value = findOptionValue(groups, params.filter(filter));
  const [isWhole, setWhole] = useState(false);
  const isLong = groups.length > maxGroups;
  const cards = [
    { group: undefined, label: totalLabel, count: counts?.total },
    ...(isLong && !isWhole ? groups.slice(0, maxGroups) : groups).map((group) => ({
      group: group.value,
      label: group.label,
      count: counts && (counts.by[group.value] ?? 0),
    })),
  ];
  return (
    <div className={classes.folded} data-open={fold.isOpen || undefined}>
      <dl className={classes.cards}>
        {cards.map(({ group, label, count }) => {
          const figure = count === undefined ? '–' : figures.format(count);
          return (
            <div className={classes.card} key={group ?? ''}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.count}>
                <UnstyledButton
                  className={classes.button}
                  aria-label={`${label}: ${figure}`}
                  aria-pressed={group === value}
                  onClick={() => params.setFilter(filter, group === value ? undefined : group)}
                >
                  {figure}
                </UnstyledButton>
              </dd>
            </div>
          );
        })}
      </dl>
      {isLong && (
        <Button
          mt="calc(-1 * var(--space-3))"
          mb="lg"
          variant="subtle"
          size="compact-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${groups.length}`}
        </Button>
      )}
    </div>
  );
}
