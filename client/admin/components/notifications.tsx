import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications, notificationsStore } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { parseApiError } from '../../api/errors.ts';
import classes from './screen-parts.module.css';
import { FailureText, RequestId } from './error-alert.tsx';
import { restoreFocusToHeading } from './page-header.tsx';

export function notifySuccess(message: ReactNode): void {
  notifications.show({
    message,
    role: 'status',
    color: 'accent',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** Stays until the person closes it. */
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

/** Says why the dashboard appears instead of another screen. */
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

/** Names the rows that an action could not change. Stays until the person closes it. */
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

/** Milliseconds: enough to read, and to reach the button by keyboard. */
const shownMs = 15_000;

/** By the ids of notifications. */
const undos = new Map<string, () => void>();

/** Undoes what the newest notification offers to undo. */
export function undoLast(): void {
  const { notifications: visible, queue } = notificationsStore.getState();
  const ids = [...visible, ...queue].map(({ id = '' }) => id);
  undos.get(ids.findLast((id) => undos.has(id)) ?? '')?.();
}

/** Or else the newest would wait, unseen, until another one goes. */
function hideOldestUndo(): void {
  const { notifications: visible, limit } = notificationsStore.getState();
  const oldest = visible.find(({ id = '' }) => undos.has(id));
  if (oldest?.id && visible.length >= limit) notifications.hide(oldest.id);
}

/**
 * `title` names the row, because several notifications may be visible. Returns what hides the notification, for an
 * action that can be undone only while its screen is open.
 */
export function notifyWithUndo(message: string, title: string | undefined, onUndo: () => void): () => void {
  const id = randomId();
  let isUndone = false;
  const undo = () => {
    // A double click may reach the button again before it disappears.
    if (isUndone) return;
    isUndone = true;
    undos.delete(id);
    notifications.hide(id);
    onUndo();
    restoreFocusToHeading();
  };
  hideOldestUndo();
  undos.set(id, undo);
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
          onClick={({ currentTarget }) => {
            // The button fades out together with the notification, so it loses the focus first.
            currentTarget.blur();
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    role: 'status',
    color: 'accent',
    withBorder: true,
    autoClose: shownMs,
    onClose: () => undos.delete(id),
    closeButtonProps: { 'aria-label': 'Close' },
  });
  return () => notifications.hide(id);
}
