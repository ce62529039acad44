import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list-card.module.css';

interface ListCardProps {
  /** Names the card, and its buttons for assistive technology. */
  title: string;
  /** A picture or what stands in its place. */
  picture?: ReactNode;
  /** A small picture beside the title. */
  portrait?: ReactNode;
  /** A line of small facts above the title. */
  facts: ReactNode;
  /** A line below the title. */
  detail?: ReactNode;
  children?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

/** One row of a list as a card, with its two acts. */
export function ListCard(props: ListCardProps) {
  const { title, picture, portrait, facts, detail, children, onEdit, onDelete } = props;
  return (
    <li className={classes.card}>
      {picture}
      <div className={classes.body}>
        <div className={classes.head}>
          {portrait}
          <div className={classes.name}>
            <div className={classes.facts}>{facts}</div>
            <h2 className={classes.title}>{title}</h2>
            {detail}
          </div>
        </div>
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
