import type { ReactNode } from 'react';
import classes from './account.module.css';

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** One part of the account page: explanation on the left, controls on the right. */
export function Section({ title, text, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <div className={classes.about}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
