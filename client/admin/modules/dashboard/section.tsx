import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './dashboard.module.css';

interface SectionProps {
  /**
   * The name by which the CSS grid of the dashboard places the section. The id of the section's heading also
   * contains this name.
   */
  name: string;
  title: string;
  /** A link to the full list. */
  more?: { label: string; to: string };
  children: ReactNode;
}

/** A section of the dashboard with its own heading. */
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

/** The text that a dashboard section shows if it has no entries. */
export function EmptySectionText({ text }: { text: string }) {
  return <p className={classes.nothing}>{text}</p>;
}
