import { notifications } from '@mantine/notifications';
import { explainFailure } from '../../api/errors.ts';
import { RequestNumber } from './request-number.tsx';

/**
 * Shows the failure of an action that runs in the background. The notice stays until the person closes it.
 */
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
