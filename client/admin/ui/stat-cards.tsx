import classes from './stat-cards.module.css';

export interface StatCardsProps {
  /** 'Total posts'. */
  totalLabel: string;
  /** Absent while it is loaded: the cards keep their place. */
  stats: { total: number; by: Readonly<Record<string, number>> } | undefined;
  /** The groups in their order, as value and label. */
  groups: readonly { value: string; label: string }[];
  /** The group that the list is filtered by. */
  value?: string | undefined;
  /** Makes each card a button: called with its group, or with nothing when the filter is to be cleared. */
  onChoose?: (value: string | undefined) => void;
}

const figures = new Intl.NumberFormat('en');

/** The total first, then a count for each group. Where a group can be chosen, the pressed card is the filter that is set. */
export function StatCards({ totalLabel, stats, groups, value, onChoose }: StatCardsProps) {
  const cards = [
    { group: undefined, label: totalLabel, count: stats?.total },
    ...groups.map((group) => ({
      ...{ group: group.value, label: group.label },
      count: stats && (stats.by[group.value] ?? 0),
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
              {onChoose ? (
                <button
                  type="button"
                  className={classes.button}
                  aria-label={`${label}: ${figure}`}
                  aria-pressed={group === value}
                  onClick={() => onChoose(group === value ? undefined : group)}
                >
                  {figure}
                </button>
              ) : (
                figure
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
