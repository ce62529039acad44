import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './dashboard.module.css';

interface SectionProps {
  /** Names the section in the CSS grid and in its heading's id. */
  name: string;
  title: string;
  more?: { label: string; to: string };
  children: ReactNode;
}

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

export function EmptySectionText({ text }: { text: string }) {
  return <p className={classes.nothing}>{text}</p>;
}
