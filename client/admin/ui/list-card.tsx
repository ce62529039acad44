import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list-card.module.css';

interface ListCardProps {
  /** Names the card, and its buttons for assistive technology. */
  title: string;
  /** A picture or what stands in its place. */
  picture?: ReactNode;
  /** A line of small facts above the title. */
  facts: ReactNode;
  children?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

/** One row of a list as a card, with its two acts. */
export function ListCard({ title, picture, facts, children, onEdit, onDelete }: ListCardProps) {
  return (
    <li className={classes.card}>
      {picture}
      <div className={classes.body}>
        <div className={classes.facts}>{facts}</div>
        <h2 className={classes.title}>{title}</h2>
        {children}
      </div>
      <div className={classes.acts}>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={16} stroke={1.6} />}
          aria-label={`Edit ${title}`}
          onClick={onEdit}
        >
          Edit
        </Button>
        <Button
          variant="subtle"
          color="signal"
          leftSection={<IconTrash size={16} stroke={1.6} />}
          aria-label={`Delete ${title}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
