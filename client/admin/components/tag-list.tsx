import IconX from 'icon:x';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import classes from './rows.module.css';

interface TagListProps {
  entries: readonly string[];
  /** Called when somebody presses the remove button of an entry. If undefined, the entries have no remove buttons. */
  onRemove?: (entry: string) => void;
}

/** Short texts next to each other, such as tags. Renders nothing if there are no entries. */
export function TagList({ entries, onRemove }: TagListProps) {
  if (entries.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {entries.map((entry) => (
        <li key={entry} className={classes.chip}>
          <span className={classes.chipsText}>{entry}</span>
          {onRemove && (
            <UnstyledButton className={classes.remove} onClick={() => onRemove(entry)}>
              <IconX size={14} stroke={1.8} aria-hidden="true" />
              <VisuallyHidden>Remove {entry}</VisuallyHidden>
            </UnstyledButton>
          )}
        </li>
      ))}
    </ul>
  );
}
