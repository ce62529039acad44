import classes from './stat-cards.module.css';

export interface StatCardsProps {
  /** 'Total posts'. */
  totalLabel: string;
  /** Absent while it is loaded: the cards keep their place. */
  stats: { total: number; by: Readonly<Record<string, number>> } | undefined;
  /** The groups in their order, as value and label. */
  groups: readonly { value: string; label: string }[];
}

const figures = new Intl.NumberFormat('en');

/** The total first, then a count for each group. */
export function StatCards({ totalLabel, stats, groups }: StatCardsProps) {
  const cards = [
    { label: totalLabel, count: stats?.total },
    ...groups.map(({ value, label }) => ({ label, count: stats && (stats.by[value] ?? 0) })),
  ];
  return (
    <dl className={classes.cards}>
      {cards.map(({ label, count }) => (
        <div className={classes.card} key={label}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.count}>{count === undefined ? '–' : figures.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
