import { notifications } from '@mantine/notifications';
import { explainFailure } from '../../lib/failure.ts';
import { RequestNumber } from './request-number.tsx';

/** Says that something went wrong which nobody waits for; it stays until it is read. */
export function sayFailed(title: string, error: unknown): void {
  const { message, requestId } = explainFailure(error);
  notifications.show({
    title,
    message: (
      <>
        {message} <RequestNumber id={requestId} />
      </>
    ),
    role: 'alert',
    color: 'signal',
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
