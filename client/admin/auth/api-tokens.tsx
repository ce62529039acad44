import { Button, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../src/shared/roles.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs, ApiOutputs } from '../../api/types.ts';
import { useAsk } from '../components/ask.tsx';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';
import rows from '../components/rows.module.css';
import { formatDate, formatDateTime } from '../core/format-dates.ts';
import { subjectLabel } from './scope-labels.ts';

const NewTokenModal = lazyDialog({
  name: 'the new token',
  load: async () => (await import('./new-token-modal.tsx')).NewTokenModal,
  onClose: ({ onClose }) => onClose(),
});

type Token = ApiOutputs['tokens']['list']['tokens'][number];

/** Without `owner.id`, the signed-in person's own. */
export function ApiTokens({ owner }: { owner: { id?: number | undefined; role: Role } }) {
  const [isCreating, setCreating] = useState(false);
  return (
    <Stack gap="md">
      <TokenList of={{ user_id: owner.id }} />
      <div>
        <Button variant="default" onClick={() => setCreating(true)}>
          Create a token
        </Button>
      </div>
      {isCreating && <NewTokenModal owner={owner} onClose={() => setCreating(false)} />}
    </Stack>
  );
}

/** With `of.all`, the tokens of all accounts, each with its owner. */
export function TokenList({ of }: { of: ApiInputs['tokens']['list'] }) {
  const query = trpc.tokens.list.useQuery(of);
  const ask = useAsk();
  const revoke = trpc.tokens.revoke.useMutation({ meta: { done: 'API token revoked' } });
  const askRevocation = ({ id, name }: Token) =>
    ask({
      title: 'Revoke API token',
      question: `The program that uses “${name}” will be refused at once. This cannot be undone.`,
      answer: 'Revoke',
      busyAnswer: 'Revoking...',
      isDangerous: true,
      run: () => revoke.mutateAsync({ id }),
    });
  return (
    <QueryBoundary query={query} subject="the API tokens" skeleton={<Skeleton height={80} />}>
      {({ tokens: list }) => (
        <>
          {list.length === 0 && <p>No program has a token.</p>}
          {list.length > 0 && (
            <ul className={rows.rows}>
              {list.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  hasOwner={of.all === true}
                  onRevoke={() => askRevocation(token)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

interface TokenRowProps {
  token: Token;
  hasOwner: boolean;
  onRevoke: () => void;
}

function TokenRow({ token, hasOwner, onRevoke }: TokenRowProps) {
  const { id, user_name, name, hint, scopes, expires_at, last_used_at } = token;
  const hasExpired = new Date(expires_at) <= new Date();
  return (
    <li className={rows.row}>
      <div className={rows.facts}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
        </div>
        {hasOwner && (
          <p className={rows.fact}>
            Of <bdi>{user_name}</bdi>
          </p>
        )}
        <p className={rows.fact}>{scopeWords(scopes)}</p>
        <p className={rows.fact}>
          Token {id}, ends in <code>{hint}</code>.{' '}
          {last_used_at ? `Last used ${formatDateTime(last_used_at)}.` : 'Never used.'}
        </p>
        <p className={hasExpired ? rows.problem : rows.fact}>
          {hasExpired ? 'Expired' : 'Expires'} on <time dateTime={expires_at}>{formatDate(expires_at)}</time>
        </p>
      </div>
      <Button
        className={rows.acts!}
        variant="subtle"
        color="signal"
        aria-label={`Revoke ${name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}

/** Such as 'Write: Posts, Jobs. Read: Team'. */
function scopeWords(scopes: readonly string[]): string {
  const scopesOf = (act: string) => scopes.filter((scope) => scope.endsWith(`:${act}`));
  const parts = ['write', 'read'].map((act) => {
    const labels = scopesOf(act).map((scope) => subjectLabel(scope.split(':')[0]!));
    return labels.length > 0 ? `${act === 'write' ? 'Write' : 'Read'}: ${labels.join(', ')}` : '';
  });
  return parts.filter(Boolean).join('. ');
}
