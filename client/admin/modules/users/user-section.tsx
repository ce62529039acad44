import type { ReactNode, Ref } from 'react';
import classes from './users.module.css';

interface UserSectionProps {
  title: string;
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function UserSection({ title, headingRef, children }: UserSectionProps) {
  return (
    <section className={classes.field} aria-label={title}>
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={classes.label}>
        {title}
      </h2>
      {children}
    </section>
  );
}
