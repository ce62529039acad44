import { Badge, Button, Skeleton } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useAsk } from '../../components/ask.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { formatDateTime } from '../../core/format-dates.ts';
import { labelOfEvent, type Webhook } from './event-labels.ts';
import classes from './webhooks.module.css';

const WebhookForm = lazyDialog({
  name: 'the form',
  load: async () => (await import('./webhook-form.tsx')).WebhookForm,
  onClose: ({ onClose }) => onClose(),
});
const WebhookDeliveries = lazyDialog({
  name: 'the deliveries',
  load: async () => (await import('./webhook-deliveries.tsx')).WebhookDeliveries,
  onClose: ({ onClose }) => onClose(),
});
const WebhookSecret = lazyDialog({
  name: 'the secret',
  load: async () => (await import('./webhook-secret.tsx')).WebhookSecret,
  onClose: ({ onClose }) => onClose(),
});

interface OpenedDialog {
  what: 'form' | 'deliveries' | 'secret';
  /** Undefined for a new one. */
  webhook?: Webhook;
}

/** The programs that are told of changes. */
export function WebhooksPage() {
  const query = trpc.webhooks.list.useQuery();
  const [dialog, setDialog] = useState<OpenedDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title="Webhooks"
        lead="Tell other programs when something changes: the build of another site, a chat, an applicant system."
        action={<Button onClick={() => setDialog({ what: 'form' })}>New webhook</Button>}
      />
      <QueryBoundary
        query={query}
        subject="the webhooks"
        skeleton={<Skeleton height={120} />}
        isEmpty={({ webhooks }) => webhooks.length === 0}
        empty={
          <EmptyState
            title="No program is told of changes"
            text="A webhook sends a short signed message to an address of yours whenever an entry changes. It says which entry, and none of its texts."
          />
        }
      >
        {({ webhooks }) => (
          <ul className={rows.rows} aria-label="Webhooks">
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onOpen={(what) => setDialog({ what, webhook })}
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {dialog?.what === 'form' && <WebhookForm webhook={dialog.webhook} onClose={close} />}
      {dialog?.webhook && dialog.what === 'deliveries' && (
        <WebhookDeliveries webhook={dialog.webhook} onClose={close} />
      )}
      {dialog?.webhook && dialog.what === 'secret' && (
        <WebhookSecret webhook={dialog.webhook} onClose={close} />
      )}
    </>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (what: OpenedDialog['what']) => void;
}

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const { id, name, url, events, is_active, off_reason, failing_since, waiting } = webhook;
  const ask = useAsk();
  const turn = trpc.webhooks.patch.useMutation({
    meta: { done: is_active ? 'Webhook switched off' : 'Webhook switched on' },
  });
  const remove = trpc.webhooks.remove.useMutation({ meta: { done: 'Webhook deleted' } });
  const askRemoval = () =>
    ask({
      title: 'Delete webhook',
      question: `“${name}” will not be told of anything any more. Its deliveries are deleted too.`,
      answer: 'Delete',
      busyAnswer: 'Deleting...',
      isDangerous: true,
      run: () => remove.mutateAsync({ id }),
    });
  return (
    <li className={rows.row}>
      <div className={rows.facts}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
          {!is_active && (
            <Badge variant="default" tt="none">
              Off
            </Badge>
          )}
        </div>
        <p className={classes.url}>{url}</p>
        <p className={rows.fact}>{events.map(labelOfEvent).join(', ')}</p>
        {off_reason && <p className={rows.problem}>{off_reason}</p>}
        {is_active && failing_since && (
          <p className={rows.problem}>Nothing has arrived since {formatDateTime(failing_since)}.</p>
        )}
        {waiting > 0 && <p className={rows.fact}>{waiting === 1 ? 'One waits.' : `${waiting} wait.`}</p>}
      </div>
      <div className={classes.acts}>
        <Button variant="subtle" aria-label={`Deliveries of ${name}`} onClick={() => onOpen('deliveries')}>
          Deliveries
        </Button>
        <Button variant="subtle" aria-label={`Change ${name}`} onClick={() => onOpen('form')}>
          Change
        </Button>
        <Button variant="subtle" aria-label={`Secret of ${name}`} onClick={() => onOpen('secret')}>
          Secret
        </Button>
        <BusyButton
          variant="subtle"
          aria-label={`${is_active ? 'Switch off' : 'Switch on'} ${name}`}
          isBusy={turn.isPending}
          onClick={() => turn.mutate({ id, is_active: !is_active })}
        >
          {is_active ? 'Switch off' : 'Switch on'}
        </BusyButton>
        <Button variant="subtle" color="signal" aria-label={`Delete ${name}`} onClick={askRemoval}>
          Delete
        </Button>
      </div>
    </li>
  );
}
