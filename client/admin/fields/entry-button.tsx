import { ActionIcon, VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import classes from './entries-field.module.css';

interface ItemActionProps {
  name: string;
  Icon: Icon;
  /**
   * The button has no effect, such as 'up' on the first entry. It stays focusable, because the focus would be
   * lost otherwise.
   */
  isOff?: boolean;
  onPress: () => void;
}

/**
 * A small button of one entry. Its name is text content, so that tools do not take it for the label of the
 * entry's input.
 */
export function ItemAction({ name, Icon, isOff = false, onPress }: ItemActionProps) {
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isOff) return;
    onPress();
    // Moving the row in the document has removed the focus.
    if (currentTarget.isConnected) currentTarget.focus();
  };
  return (
    <ActionIcon variant="subtle" aria-disabled={isOff} className={classes.act!} onClick={press}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </ActionIcon>
  );
}
