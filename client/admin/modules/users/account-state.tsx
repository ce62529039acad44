import { Button, Group, Skeleton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ConfirmModal, useConfirm } from '../../components/confirm-modal.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { restoreFocusToHeading } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { formatDate } from '../../core/format-dates.ts';
import { paths } from '../../core/paths.ts';
import { Invitation } from './invitation.tsx';
import classes from './users.module.css';

export type Account = ApiOutputs['users']['accounts']['accounts'][number];

/** Returns the accounts of users by id. Accounts that have not been loaded yet are missing. */
export function useAccounts(users: readonly { id: number }[]): ReadonlyMap<number, Account> {
  const ids = users.map(({ id }) => id);
  const query = trpc.users.accounts.useQuery(
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  return new Map((query.data?.accounts ?? []).map((account) => [account.id, account]));
}

const factorNames = { totp: 'Authenticator app', passkey: 'Passkey' };

/**
 * Returns the kinds of second factors as text, for example 'Authenticator app, Passkey'. Returns 'None' if the account has
 * no factor.
 */
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

/** A section that shows whether a user can sign in. A button deactivates or reactivates the account of another user. */
export function AccountState({ user }: { user: Person }) {
  const query = trpc.users.accounts.useQuery({ ids: [user.id] });
  return (
    <section className={classes.field} aria-label="Account">
      <h2 className={classes.label}>Account</h2>
      <QueryBoundary query={query} subject="the account" skeleton={<Skeleton height={80} />}>
        {({ accounts: [account] }) => account && <AccountFacts user={user} account={account} />}
      </QueryBoundary>
    </section>
  );
}

function AccountFacts({ user, account }: { user: Person; account: Account }) {
  const viewer = useCurrentUser();
  const asking = useConfirm<boolean>();
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
            onClick={() => asking.ask(deactivated_at === null)}
          >
            {deactivated_at ? 'Reactivate' : 'Deactivate'}
          </Button>
        )}
        <Button variant="default" component={Link} to={`${paths.security}?user_id=${user.id}`}>
          Show in the security log
        </Button>
      </Group>
      <AccountStateModal
        user={user}
        isEnd={asking.item ?? true}
        isOpen={asking.isOpen}
        onClose={asking.close}
      />
    </>
  );
}

interface AccountStateModalProps {
  user: Person | undefined;
  /** True to deactivate the account, false to reactivate it. */
  isEnd: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** A dialog that asks before an account is deactivated or reactivated. */
export function AccountStateModal({ user, isEnd, isOpen, onClose }: AccountStateModalProps) {
  const { users } = trpc.useUtils();
  const onSuccess = async () => {
    onClose();
    notifySuccess(isEnd ? 'Account deactivated' : 'Account reactivated');
    await users.invalidate();
    restoreFocusToHeading();
  };
  const deactivate = trpc.users.deactivate.useMutation({ onSuccess });
  const reactivate = trpc.users.reactivate.useMutation({ onSuccess });
  const change = isEnd ? deactivate : reactivate;
  const words = isEnd
    ? {
        title: 'Deactivate Account',
        question: `${user?.name} will be signed out everywhere and cannot sign in until you reactivate the account. What ${user?.name} has made stays.`,
        answer: 'Deactivate',
        busyAnswer: 'Deactivating...',
      }
    : {
        title: 'Reactivate Account',
        question: `${user?.name} will be able to sign in again, with the same password, second factor and role.`,
        answer: 'Reactivate',
        busyAnswer: 'Reactivating...',
      };
  return (
    <ConfirmModal
      {...words}
      isOpen={isOpen}
      isDangerous={isEnd}
      isBusy={change.isPending}
      failure={change.error ? parseApiError(change.error) : undefined}
      onAnswer={() => user && change.mutate({ id: user.id })}
      onClose={() => {
        change.reset();
        onClose();
      }}
    />
  );
}
