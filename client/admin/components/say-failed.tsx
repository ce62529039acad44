import { notifications } from '@mantine/notifications';
import { parseApiError } from '../../api/errors.ts';
import { RequestId } from './request-number.tsx';

/**
 * Shows the failure of an action that runs in the background. The notice stays until the person closes it.
 */
export function notifyError(title: string, error: unknown): void {
  const { message, requestId } = parseApiError(error);
  notifications.show({
    title,
    message: (
      <>
        {message} <RequestId id={requestId} />
      </>
    ),
    role: 'alert',
    color: 'signal',
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
