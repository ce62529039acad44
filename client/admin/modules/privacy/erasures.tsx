import { Skeleton } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { formatDate } from '../../core/format-dates.ts';
import classes from './privacy.module.css';

/** Without data of the erased people. */
export function Erasures() {
  const query = trpc.privacy.erasures.useQuery();
  return (
    <section className={classes.section} aria-labelledby="erasures">
      <h2 className={classes.title} id="erasures">
        Erased so far
      </h2>
      <QueryBoundary
        query={query}
        subject="the erasures"
        skeleton={<Skeleton height={80} />}
        isEmpty={({ erasures }) => erasures.length === 0}
        empty={<p className={classes.quiet}>Nobody has been erased.</p>}
      >
        {({ erasures }) => (
          <ul className={rows.rows}>
            {erasures.map(({ id, created_at, user_name, reference, counts, is_done }) => (
              <li key={id} className={rows.row}>
                <div className={rows.facts}>
                  <p className={rows.name}>{reference || 'Without a reference'}</p>
                  <p className={rows.fact}>
                    {formatDate(created_at)}, {user_name}: {inWords(counts)}
                  </p>
                  {!is_done && (
                    <p className={rows.problem}>
                      Not finished. Erase the same address again, with the same reference.
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}

function inWords(counts: Readonly<Record<string, number>>): string {
  const numbers = Object.entries(counts).map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`);
  return numbers.join(', ') || 'nothing was left';
}
