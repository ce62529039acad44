import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './section.module.css';

interface SectionProps {
  /** Tells the page where it stands. */
  name: string;
  title: string;
  /** Where the whole of it is found. */
  more?: { label: string; to: string };
  children: ReactNode;
}

/** A part of the dashboard under its own heading. */
export function Section({ name, title, more, children }: SectionProps) {
  const headingId = `section-${name}`;
  return (
    <section className={classes.section} data-section={name} aria-labelledby={headingId}>
      <header className={classes.header}>
        <h2 className={classes.title} id={headingId}>
          {title}
        </h2>
        {more && (
          <Link to={more.to} className={classes.more!}>
            {more.label}
          </Link>
        )}
      </header>
      {children}
    </section>
  );
}
