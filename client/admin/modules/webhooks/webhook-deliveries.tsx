import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import rows from '../../components/rows.module.css';
import { formatTimeOrDateTime } from '../../core/format-dates.ts';
import { labelOfEvent, labelOfItem, type Webhook } from './event-labels.ts';
import classes from './webhooks.module.css';

type Delivery = ApiOutputs['webhooks']['deliveries']['deliveries'][number];

const refresh = { refetchInterval: 5000, refetchIntervalInBackground: false } as const;

/** The last 100, with what became of each. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id, name } = webhook;
  const query = trpc.webhooks.deliveries.useQuery({ id }, refresh);
  const test = trpc.webhooks.test.useMutation();
  const repeat = trpc.webhooks.repeat.useMutation({ meta: { done: 'It is sent again' } });
  const error = test.error ?? repeat.error;
  const tested = test.data?.delivery;
  return (
    <Dialog opened onClose={onClose} title={`Deliveries of ${name}`} size="lg">
      <Stack gap="md">
        {error && <ErrorAlert failure={parseApiError(error)} />}
        <Group>
          <BusyButton
            variant="default"
            data-autofocus
            isBusy={test.isPending}
            onClick={() => test.mutate({ id })}
          >
            Send a test
          </BusyButton>
          <p role="status" className={tested?.error ? rows.problem : rows.fact}>
            {tested && (tested.error ?? `Accepted: ${tested.status} in ${tested.took_ms} ms`)}
          </p>
        </Group>
        <QueryBoundary
          query={query}
          subject="the deliveries"
          skeleton={<Skeleton height={160} />}
          isEmpty={({ deliveries }) => deliveries.length === 0}
          empty={<p>Nothing was sent in the last 30 days.</p>}
        >
          {({ deliveries }) => (
            <ul className={rows.rows} aria-label="Deliveries" tabIndex={-1}>
              {deliveries.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isSending={repeat.isPending && repeat.variables.id === delivery.id}
                  onRepeat={() => repeat.mutate({ id: delivery.id })}
                />
              ))}
            </ul>
          )}
        </QueryBoundary>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  isSending: boolean;
  onRepeat: () => void;
}

function DeliveryRow({ delivery, isSending, onRepeat }: DeliveryRowProps) {
  const { type, created_at, state, error, payload } = delivery;
  const about = labelOfItem(delivery.item);
  return (
    <li className={rows.row}>
      <div className={rows.facts}>
        <p className={rows.name}>{type === 'ping' ? 'Test' : labelOfEvent(type)}</p>
        <p className={rows.fact}>
          {about && `${about}, `}
          <time dateTime={created_at}>{formatTimeOrDateTime(created_at)}</time>
        </p>
        <p className={error ? rows.problem : rows.fact}>{resultOf(delivery)}</p>
        <details className={classes.payload}>
          <summary>What is sent</summary>
          <code>{payload}</code>
        </details>
      </div>
      {state !== 'waiting' && type !== 'ping' && (
        <BusyButton
          className={rows.acts!}
          variant="subtle"
          aria-label={`Send ${[labelOfEvent(type), about].filter(Boolean).join(', ')} again`}
          isBusy={isSending}
          onClick={onRepeat}
        >
          Send again
        </BusyButton>
      )}
    </li>
  );
}

function resultOf({ state, status, error, tries, took_ms, next_try_at }: Delivery): string {
  if (state === 'delivered')
    return `Accepted: ${status} in ${took_ms} ms${tries > 1 ? `, try ${tries}` : ''}`;
  if (state === 'failed') return `${error}. Given up after ${tries === 1 ? 'one try' : `${tries} tries`}`;
  if (!error || !next_try_at) return 'Waits';
  return `${error}. Try ${tries + 1} at ${formatTimeOrDateTime(next_try_at)}`;
}
