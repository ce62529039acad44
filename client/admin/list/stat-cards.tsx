import { UnstyledButton } from '@mantine/core';
import classes from './list.module.css';

/** A total, and how many of it each group has. */
export interface Counts {
  total: number;
  by: Readonly<Record<string, number>>;
}

interface StatCardsProps {
  /** 'Total posts'. */
  totalLabel: string;
  /** Undefined while loading: the cards keep their size. */
  counts: Counts | undefined;
  /** The value and label of each group, in order of display. */
  groups: readonly { value: string; label: string }[];
  /** The group that the list is filtered by. */
  value?: string | undefined;
  /** Called with the group of a pressed card, or with undefined to clear the filter. */
  onChoose: (value: string | undefined) => void;
}

const figures = new Intl.NumberFormat('en');

/**
 * The total, then a count per group. Pressing a card filters the list, and the pressed card shows the filter.
 */
export function StatCards({ totalLabel, counts, groups, value, onChoose }: StatCardsProps) {
  const cards = [
    { group: undefined, label: totalLabel, count: counts?.total },
    ...groups.map((group) => ({
      ...{ group: group.value, label: group.label },
      count: counts && (counts.by[group.value] ?? 0),
    })),
  ];
  return (
    <dl className={classes.cards}>
      {cards.map(({ group, label, count }) => {
        const figure = count === undefined ? '–' : figures.format(count);
        return (
          <div className={classes.card} key={label}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.count}>
              <UnstyledButton
                className={classes.button}
                aria-label={`${label}: ${figure}`}
                aria-pressed={group === value}
                onClick={() => onChoose(group === value ? undefined : group)}
              >
                {figure}
              </UnstyledButton>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
