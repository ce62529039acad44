import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createRequestKey } from '../../lib/request-key.ts';
import { focusHeadingWhenLost } from './focus-heading.ts';
import classes from './say-undoable.module.css';

/** Long enough to be read, reached by keyboard and pressed; afterwards there is still the trash. */
const shownMs = 15_000;

/** Says quietly that something was done, and to what, with a button that takes it back. */
export function sayUndoable(message: string, title: string | undefined, onUndo: () => void): void {
  const id = createRequestKey();
  let isUndone = false;
  const undo = () => {
    // A double click reaches the button again before it is gone.
    if (isUndone) return;
    isUndone = true;
    // The button is still there while the notice fades: the focus would go with it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    notifications.hide(id);
    onUndo();
    focusHeadingWhenLost();
  };
  notifications.show({
    id,
    message: (
      <span className={classes.line}>
        <span className={classes.words} id={id}>
          {message} <span className={classes.title}>{title}</span>
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
      </span>
    ),
    role: 'status',
    color: 'pine',
    withBorder: true,
    autoClose: shownMs,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
