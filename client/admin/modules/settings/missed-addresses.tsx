import { Button, Group, Skeleton, Text } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { formatDate } from '../../core/format-dates.ts';

/**
 * The list of addresses at which visitors found no page, with the most frequent addresses first. People can redirect an
 * address or clear the list.
 */
export function MissedAddresses({ onLeadOn }: { onLeadOn: (path: string) => void }) {
  const query = trpc.addresses.redirects.missed.useQuery();
  const ask = useAsk();
  const clear = trpc.addresses.redirects.clearMissed.useMutation();
  return (
    <>
      <h2>Addresses that visitors missed</h2>
      <QueryBoundary
        query={query}
        subject="the missed addresses"
        skeleton={<Skeleton height={120} />}
        isEmpty={({ missed }) => missed.length === 0}
        empty={<Text c="dimmed">Visitors have found every address that they opened.</Text>}
      >
        {({ missed }) => (
          <>
            <Text c="dimmed" mb="var(--space-3)">
              Nothing answers these addresses. An address is listed for 90 days after somebody last opened it,
              and nothing is stored about the visitor.
            </Text>
            <ul className={rows.rows} aria-label="Missed addresses">
              {missed.map(({ path, misses, last_at }) => (
                <li key={path} className={rows.row}>
                  <div className={rows.facts}>
                    <p className={rows.name}>{path}</p>
                    <p className={rows.fact}>
                      {misses === 1 ? 'once' : `${misses.toLocaleString('en')} times`}, last on{' '}
                      {formatDate(last_at)}
                    </p>
                  </div>
                  <Button
                    className={rows.acts!}
                    variant="subtle"
                    aria-label={`Redirect ${path}`}
                    onClick={() => onLeadOn(path)}
                  >
                    Redirect
                  </Button>
                </li>
              ))}
            </ul>
            <Group mt="var(--space-3)">
              <Button
                variant="default"
                onClick={() =>
                  ask({
                    title: 'Clear the list of missed addresses?',
                    question: 'The list begins again with the next visitor who finds no page.',
                    answer: 'Clear',
                    busyAnswer: 'Clearing...',
                    run: () => clear.mutateAsync(),
                  })
                }
              >
                Clear this list
              </Button>
            </Group>
          </>
        )}
      </QueryBoundary>
    </>
  );
}
