import { Button } from '@mantine/core';
import { IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './record-card.module.css';

/** The links and button actions of a card. */
export interface RowActions {
  /** The address of the row's form. */
  editHref: string;
  /** The row's public page. Absent when visitors do not see the row. */
  siteHref: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

interface RecordCardProps extends RowActions {
  /** The title of the card, also used in the accessible names of its buttons. */
  title: string;
  /** A picture or its replacement. */
  picture?: ReactNode;
  /** A small picture beside the title. */
  portrait?: ReactNode;
  /** A line of details above the title. */
  facts: ReactNode;
  /** A line below the title. */
  detail?: ReactNode;
  children?: ReactNode;
}

/** One row of a list as a card. The title links to the form, and so does a click on the picture. */
export function RecordCard(props: RecordCardProps) {
  const { title, picture, portrait, facts, detail, children, editHref, siteHref, onEdit, onDelete } = props;
  return (
    <li className={classes.card}>
      {picture}
      <div className={classes.body}>
        <div className={classes.head}>
          {portrait}
          <div className={classes.name}>
            <div className={classes.facts}>{facts}</div>
            <h2 className={classes.title}>
              <Link to={editHref} state={{ isFromList: true }} className={classes.link!}>
                {title}
              </Link>
            </h2>
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
        {siteHref && (
          <Button
            component="a"
            href={siteHref}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            px="md"
            aria-label={`View ${title} on site`}
            title="View on site"
          >
            <IconExternalLink size={16} stroke={1.6} />
          </Button>
        )}
      </div>
    </li>
  );
}
