import type { ReactNode } from 'react';
import { Mark } from '../../shared/logo.tsx';
import { BrandMark } from '../components/logo.tsx';
import classes from './auth.module.css';

interface DoorProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** A page for people who are not signed in: one card with one form. */
export function Door({ title, lead, children }: DoorProps) {
  return (
    <main className={classes.page}>
      <title>{`${title} · Atrium`}</title>
      <div className={classes.card}>
        <BrandMark size={34} />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
      <div className={classes.hall} aria-hidden="true">
        <Mark size={640} />
      </div>
    </main>
  );
}
