import type { ReactNode } from 'react';
import classes from './card-text.module.css';

/** The first lines of a longer text on a card. */
export function CardText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}

/** The line below a card's title, such as a role, a location or a client. */
export function CardDetail({ children }: { children: ReactNode }) {
  return <p className={classes.detail}>{children}</p>;
}
