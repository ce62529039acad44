import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { parseApiError } from '../../api/errors.ts';
import classes from './components.module.css';
import { FailureText, RequestId } from './error-alert.tsx';
import { restoreFocusToHeading } from './page-header.tsx';

/** Shows a notification that an action has succeeded. */
export function notifySuccess(message: ReactNode): void {
  notifications.show({
    message,
    role: 'status',
    color: 'accent',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/**
 * Shows a notification that an action in the background has failed. The notification remains until the person
 * closes it.
 */
export function notifyError(title: string, error: unknown): void {
  const failure = parseApiError(error);
  notifications.show({
    title,
    message: (
      <>
        <FailureText failure={failure} /> <RequestId id={failure.requestId} />
      </>
    ),
    role: 'alert',
    color: 'signal',
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** Says why the dashboard appears in place of the screen that the person wanted to open. */
export function notifyNoAccess(): void {
  notifications.show({
    id: 'no-access',
    title: 'You can’t open this page',
    message: 'Your role does not permit it. Ask an admin if you need it.',
    role: 'alert',
    color: 'signal',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/**
 * Shows a notification with the titles of the rows that an action could not change, and the reason. The
 * notification remains until the person closes it.
 */
export function notifyRowErrors(title: string, rows: readonly string[], reason: string): void {
  notifications.show({
    title,
    message: (
      <ul className={classes.failedRows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat
          <li key={index}>{`“${row}”: ${reason}`}</li>
        ))}
      </ul>
    ),
    role: 'alert',
    color: 'signal',
    withBorder: true,
    autoClose: false,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/**
 * How long a notification with an undo button is shown, in milliseconds. The time is enough to read the
 * notification and to reach the button by keyboard. Afterwards, a deleted row can still be restored from the
 * trash.
 */
const shownMs = 15_000;

/**
 * Shows a notification that an action has succeeded, with a button that undoes the action. `title` names the
 * row, because several notifications may be visible at once. Returns a function that hides the notification, for an
 * action that can be undone only while its screen is open.
 */
export function notifyWithUndo(message: string, title: string | undefined, onUndo: () => void): () => void {
  const id = randomId();
  let isUndone = false;
  const undo = () => {
    // Ignores the second click of a double click, which may reach the button before the notification
    // disappears.
    if (isUndone) return;
    isUndone = true;
    // The focused button fades out together with the notification, so the button loses the focus first.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    notifications.hide(id);
    onUndo();
    restoreFocusToHeading();
  };
  notifications.show({
    id,
    message: (
      <Group wrap="nowrap" justify="space-between" gap="sm">
        <span className={classes.words} id={id}>
          {message}{' '}
          <Text span display="block" truncate c="dimmed" fz="xs">
            {title}
          </Text>
        </span>
        <Button
          className={classes.undo!}
          size="compact-sm"
          variant="default"
          aria-describedby={id}
          onClick={undo}
        >
          Undo
        </Button>
      </Group>
    ),
    role: 'status',
    color: 'accent',
    withBorder: true,
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Close' },
  });
  return () => notifications.hide(id);
}
