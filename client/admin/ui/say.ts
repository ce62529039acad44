import { notifications } from '@mantine/notifications';

/** Says quietly that something was done. */
export function sayDone(message: string): void {
  notifications.show({
    message,
    role: 'status',
    color: 'pine',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
