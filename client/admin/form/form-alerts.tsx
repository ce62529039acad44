import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { ConflictAlert } from './conflict-alert.tsx';
import classes from './form-alerts.module.css';
import { UnsavedDraftAlert } from './left-behind.tsx';
import type { RecordForm } from './use-record-form.ts';

/**
 * The notices above a form's fields: input left from an earlier opening, another person's save, and being
 * offline.
 */
export function FormAlerts<T>({ form }: { form: RecordForm<T> }) {
  const { online } = useNetwork();
  const [offer] = form.offers;
  const { meeting } = form.state;
  if (online && !offer && !meeting) return null;
  return (
    <div className={classes.notices}>
      {!online && (
        <Alert
          color="pine"
          role="status"
          title="You are offline"
          icon={<IconPlugConnectedX stroke={1.6} />}
          classNames={{ root: classes.notice!, message: classes.message! }}
        >
          You can keep editing. Save when you’re back online.
        </Alert>
      )}
      {offer && <UnsavedDraftAlert key={offer.opening} form={form} offer={offer} />}
      {meeting && <ConflictAlert form={form} meeting={meeting} />}
    </div>
  );
}
