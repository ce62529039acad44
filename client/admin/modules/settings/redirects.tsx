import { Button, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type Ref, type SubmitEvent, useRef, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { formatDate } from '../../core/format-dates.ts';
import { useErrorFocus, useSaveErrors } from '../../fields/use-save-errors.ts';
import { SaveFailure } from '../../form/form-page.tsx';
import { ExportButton } from '../../list/list-toolbar.tsx';
import { RedirectImport } from './redirect-import.tsx';
import classes from './settings.module.css';

/** Addresses without a page, the most frequent first. */
function MissedAddresses({ onLeadOn }: { onLeadOn: (path: string) => void }) {
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

const emptyRedirect = { path: '', target: '' };
const shownErrors = ['path', 'target'];

interface NewRedirectProps {
  values: typeof emptyRedirect;
  onType: (values: typeof emptyRedirect) => void;
  pageRef: Ref<HTMLInputElement>;
}

function NewRedirect({ values, onType, pageRef }: NewRedirectProps) {
  const add = trpc.addresses.redirects.add.useMutation({
    meta: { done: 'Redirect added' },
    onSuccess: () => onType(emptyRedirect),
  });
  const errors = useSaveErrors(add.error ?? undefined, shownErrors);
  const form = useErrorFocus(errors.failure);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(values);
  };
  const typed = (name: keyof typeof emptyRedirect) => ({
    value: values[name],
    error: errors.of(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onType({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <form className={classes.redirect} ref={form} onSubmit={submit} noValidate aria-label="New redirect">
      <TextInput label="Old address" placeholder="/old-page" {...typed('path')} />
      <TextInput label="Page" placeholder="/services" ref={pageRef} {...typed('target')} />
      <SaveFailure failure={errors.failure} />
      <Button type="submit" aria-disabled={add.isPending}>
        Add redirect
      </Button>
    </form>
  );
}

const searchDelayMs = 300;
/** From this many redirects, the list has a search field. */
const minSearched = 10;

/** Redirects from old addresses, such as those of a previous website. */
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
