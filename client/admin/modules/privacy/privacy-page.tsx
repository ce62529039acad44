import { Button, Skeleton, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useErrorFocus, useSaveErrors } from '../../fields/use-save-errors.ts';
import { SaveFailure } from '../../form/form-page.tsx';
import { trpc } from '../../../api/trpc.ts';
import { Erasures } from './erasures.tsx';
import { PersonPlaces } from './person-places.tsx';
import classes from './privacy.module.css';
import { UpcomingDeletions } from './upcoming-deletions.tsx';

export function PrivacyPage() {
  const [email, setEmail] = useState<string>();
  return (
    <>
      <PageHeader
        title="Privacy requests"
        lead="What is stored about a person, a copy of it for them, and its erasure."
      />
      <Search onSearch={setEmail} />
      {email !== undefined && <Found key={email} email={email} onErased={() => setEmail(undefined)} />}
      <UpcomingDeletions />
      <Erasures />
    </>
  );
}

const shownErrors = ['email'];

/** The server validates the address. */
function Search({ onSearch }: { onSearch: (email: string) => void }) {
  const [value, setValue] = useState('');
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const errors = useSaveErrors(error, shownErrors);
  const form = useErrorFocus(errors.failure);
  const { privacy } = trpc.useUtils();
  const search = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const email = value.trim();
      const person = await client.privacy.find.query({ email });
      privacy.find.setData({ email }, person);
      onSearch(email);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form aria-label="Find a person" className={classes.search} ref={form} onSubmit={search} noValidate>
      <SaveFailure failure={errors.failure} title="Couldn’t search" />
      <TextInput
        className={classes.address!}
        label="Email address of the person"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        value={value}
        error={errors.of('email')}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Button type="submit" aria-disabled={isBusy}>
        {isBusy ? 'Searching...' : 'Find'}
      </Button>
    </form>
  );
}

function Found({ email, onErased }: { email: string; onErased: () => void }) {
  const query = trpc.privacy.find.useQuery({ email }, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <section className={classes.section} aria-label="What is stored">
      <h2 className={classes.title}>
        Stored about <bdi className={classes.person}>{email}</bdi>
      </h2>
      <QueryBoundary
        query={query}
        subject="what is stored"
        skeleton={<Skeleton height={160} />}
        isEmpty={({ places }) => places.length === 0}
        empty={
          <EmptyState title="Nothing is stored about this address" text="No table and no file has it." />
        }
      >
        {(person) => <PersonPlaces person={person} onErased={onErased} />}
      </QueryBoundary>
    </section>
  );
}
