import { ActionIcon, VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import classes from './entries-field.module.css';

interface EntryButtonProps {
  name: string;
  Icon: Icon;
  /** Nothing to do, as for the first entry that can not go up. It stays focusable: the focus has nowhere else to go. */
  isOff?: boolean;
  onPress: () => void;
}

/** A small act on one entry. Its name is its content, so that it is not taken for a label of the entry's field. */
export function EntryButton({ name, Icon, isOff = false, onPress }: EntryButtonProps) {
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isOff) return;
    onPress();
    // A row that was moved in the document has lost the focus.
    if (currentTarget.isConnected) currentTarget.focus();
  };
  return (
    <ActionIcon variant="subtle" aria-disabled={isOff} className={classes.act!} onClick={press}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </ActionIcon>
  );
}
