import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { ExportButton } from '../../list/list-toolbar.tsx';
import { MissedAddresses } from './missed-addresses.tsx';
import { emptyRedirect, NewRedirect } from './new-redirect.tsx';
import { RedirectImport } from './redirect-import.tsx';
import classes from './settings.module.css';

const searchDelayMs = 300;
/** The list has a search field if there are at least this many redirects. */
const minSearched = 10;

/**
 * The screen on which staff manage redirects from old addresses, such as those of a previous website, to
 * pages of the site.
 */
export function Redirects() {
  const [values, setValues] = useState(emptyRedirect);
  const page = useRef<HTMLInputElement>(null);
  const leadOn = (path: string) => {
    setValues({ path, target: '' });
    page.current?.focus();
  };
  return (
    <>
      <Text c="dimmed">
        An old address of the site can lead visitors and search engines to one of its pages. The past
        addresses of posts, projects and jobs lead there by themselves.
      </Text>
      <Text c="dimmed">
        A * stands for any text: /shop/* can lead to /services, and /news/* to /blog/*. A page of the site
        always comes first, and nobody is led to a page that is not there.
      </Text>
      <NewRedirect values={values} onType={setValues} pageRef={page} />
      <RedirectImport />
      <RedirectList />
      <MissedAddresses onLeadOn={leadOn} />
    </>
  );
}

function RedirectList() {
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), searchDelayMs);
  const query = trpc.addresses.redirects.list.useQuery(sought ? { search: sought } : {}, {
    placeholderData: keepPreviousData,
  });
  const ask = useAsk();
  const remove = trpc.addresses.redirects.remove.useMutation({ meta: { done: 'Redirect removed' } });
  const total = query.data?.total ?? 0;
  return (
    <>
      {(search !== '' || total > 0) && (
        <Group align="flex-end" gap="var(--space-3) var(--space-4)">
          {(search !== '' || total >= minSearched) && (
            <TextInput
              className={classes.redirectSearch!}
              type="search"
              label="Find a redirect"
              maxLength={200}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
          <ExportButton path="/api/admin/redirects.csv" filter={{}} />
        </Group>
      )}
      <QueryBoundary
        query={query}
        subject="the redirects"
        skeleton={<Skeleton height={160} />}
        isEmpty={({ redirects }) => redirects.length === 0}
        empty={
          sought ? (
            <EmptyState title="No redirect found" text="Try a different word." />
          ) : (
            <EmptyState title="No redirects yet" text="Add the first one above." />
          )
        }
      >
        {({ redirects }) => (
          <>
            <ul className={rows.rows} aria-label="Redirects">
              {redirects.map(({ path, target, is_broken }) => (
                <li key={path} className={rows.row}>
                  <div className={rows.facts}>
                    <p className={rows.name}>{path}</p>
                    <p className={rows.fact}>leads to {target}</p>
                    {is_broken && <p className={rows.problem}>Visitors cannot open that page now.</p>}
                  </div>
                  <Button
                    className={rows.acts!}
                    variant="subtle"
                    color="signal"
                    aria-label={`Remove the redirect of ${path}`}
                    onClick={() =>
                      ask({
                        title: 'Remove this redirect?',
                        question: `${path} will find no page any more.`,
                        answer: 'Remove',
                        busyAnswer: 'Removing...',
                        isDangerous: true,
                        run: () => remove.mutateAsync({ path }),
                      })
                    }
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            {total > redirects.length && (
              <Text c="dimmed" fz="sm" mt="var(--space-2)">
                {redirects.length.toLocaleString('en')} of {total.toLocaleString('en')} are listed. Search to
                find the others.
              </Text>
            )}
          </>
        )}
      </QueryBoundary>
    </>
  );
}
