import { Button, Group, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { securityLogPath } from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useAsk } from '../../components/ask.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { formatDate } from '../../core/format-dates.ts';
import { Invitation } from './password-links.tsx';
import { UserSection } from './user-section.tsx';
import classes from './users.module.css';

export type Account = ApiOutputs['users']['accounts']['accounts'][number];

/** By id, without those that have not loaded yet. */
export function useAccounts(users: readonly { id: number }[]): ReadonlyMap<number, Account> {
  const ids = users.map(({ id }) => id);
  const query = trpc.users.accounts.useQuery(
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  return new Map((query.data?.accounts ?? []).map((account) => [account.id, account]));
}

const factorNames = { totp: 'Authenticator app', passkey: 'Passkey' };

/** Such as 'Authenticator app, Passkey', or 'None'. */
export function factorWords({ factors }: Account): string {
  return factors.map((kind) => factorNames[kind]).join(', ') || 'None';
}

export function LastSignIn({ account: { last_sign_in_at } }: { account: Account }) {
  return last_sign_in_at ? <RelativeTime at={last_sign_in_at} words={activityTime} /> : 'Never';
}

interface Person {
  id: number;
  name: string;
}

export function AccountState({ user }: { user: Person }) {
  const query = trpc.users.accounts.useQuery({ ids: [user.id] });
  return (
    <UserSection title="Account">
      <QueryBoundary query={query} subject="the account" skeleton={<Skeleton height={80} />}>
        {({ accounts: [account] }) => account && <AccountFacts user={user} account={account} />}
      </QueryBoundary>
    </UserSection>
  );
}

function AccountFacts({ user, account }: { user: Person; account: Account }) {
  const viewer = useCurrentUser();
  const askState = useAskAccountState();
  const { deactivated_at } = account;
  return (
    <>
      <p>
        {deactivated_at
          ? `Deactivated on ${formatDate(deactivated_at)}. ${user.name} cannot sign in.`
          : `Active. ${user.name} can sign in.`}
      </p>
      <p className={classes.facts}>
        Last sign-in: <LastSignIn account={account} />. Second factor: {factorWords(account)}.
      </p>
      {account.invitation && <Invitation user={user} invitation={account.invitation} />}
      <Group gap={8} mt="sm">
        {user.id !== viewer.id && (
          <Button
            variant={deactivated_at ? 'default' : 'subtle'}
            color={deactivated_at ? 'accent' : 'signal'}
            onClick={() => askState(user, deactivated_at === null)}
          >
            {deactivated_at ? 'Reactivate' : 'Deactivate'}
          </Button>
        )}
        <Button variant="default" component={Link} to={`${securityLogPath}&user_id=${user.id}`}>
          Show in the security log
        </Button>
      </Group>
    </>
  );
}

/** `isEnd` deactivates. */
export function useAskAccountState() {
  const ask = useAsk();
  const deactivate = trpc.users.deactivate.useMutation({ meta: { done: 'Account deactivated' } });
  const reactivate = trpc.users.reactivate.useMutation({ meta: { done: 'Account reactivated' } });
  return ({ id, name }: Person, isEnd: boolean) =>
    ask(
      isEnd
        ? {
            title: 'Deactivate Account',
            question: `${name} will be signed out everywhere and cannot sign in until you reactivate the account. What ${name} has made stays.`,
            answer: 'Deactivate',
            busyAnswer: 'Deactivating...',
            isDangerous: true,
            run: () => deactivate.mutateAsync({ id }),
          }
        : {
            title: 'Reactivate Account',
            question: `${name} will be able to sign in again, with the same password, second factor and role.`,
            answer: 'Reactivate',
            busyAnswer: 'Reactivating...',
            run: () => reactivate.mutateAsync({ id }),
          },
    );
}
