import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Shows a notice that something was done. */
export function notifySuccess(message: ReactNode): void {
  notifications.show({
    message,
    role: 'status',
    color: 'pine',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
