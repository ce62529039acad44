import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ConfirmModal } from '../../components/confirm-modal.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { SaveFailure } from '../../form/form-page.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import classes from './settings.module.css';

const searchDelayMs = 300;
/** A shorter list needs no search. */
const minSearched = 10;

/** Redirects from old addresses, such as those of a previous website, to pages of the site. */
export function Redirects() {
  const utils = trpc.useUtils();
  const [search, setSearch] = useState('');
  const [sought] = useDebouncedValue(search.trim(), searchDelayMs);
  const query = trpc.addresses.redirects.list.useQuery(sought ? { search: sought } : {}, {
    placeholderData: keepPreviousData,
  });
  const [asked, setAsked] = useState<string>();
  const refresh = () => utils.addresses.redirects.list.invalidate();
  const remove = trpc.addresses.redirects.remove.useMutation({
    onSuccess: () => {
      notifySuccess('Redirect removed');
      setAsked(undefined);
    },
    onSettled: refresh,
  });
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
      <NewRedirect onAdded={refresh} />
      {(search || (query.data?.total ?? 0) >= minSearched) && (
        <TextInput
          type="search"
          label="Find a redirect"
          maxLength={200}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
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
        {({ redirects, total }) => (
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
                    onClick={() => setAsked(path)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
            {total > redirects.length && (
              <Text c="dimmed" fz="sm">
                {redirects.length.toLocaleString('en')} of {total.toLocaleString('en')} are listed. Search to
                find the others.
              </Text>
            )}
          </>
        )}
      </QueryBoundary>
      <ConfirmModal
        isOpen={asked !== undefined}
        title="Remove this redirect?"
        question={`${asked} will find no page any more.`}
        answer="Remove"
        busyAnswer="Removing..."
        isBusy={remove.isPending}
        isDangerous
        failure={remove.error ? parseApiError(remove.error) : undefined}
        onAnswer={() => asked !== undefined && remove.mutate({ path: asked })}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

const empty = { path: '', target: '' };

function NewRedirect({ onAdded }: { onAdded: () => void }) {
  const [values, setValues] = useState(empty);
  const add = trpc.addresses.redirects.add.useMutation({
    onSuccess: () => {
      notifySuccess('Redirect added');
      setValues(empty);
      onAdded();
    },
  });
  const errors = useSaveErrors(add.error ?? undefined, ['path', 'target']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(values);
  };
  const typed = (name: keyof typeof empty) => ({
    value: values[name],
    error: errors.of(name),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form className={classes.redirect} onSubmit={submit} noValidate aria-label="New redirect">
      <SaveFailure failure={errors.failure} />
      <TextInput label="Old address" placeholder="/old-page" {...typed('path')} />
      <TextInput label="Page" placeholder="/services" {...typed('target')} />
      <Button type="submit" aria-disabled={add.isPending}>
        Add redirect
      </Button>
    </form>
  );
}
