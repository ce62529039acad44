import type { ReactNode } from 'react';
import { Mark } from '../../shared/logo.tsx';
import { Logo } from '../components/logo.tsx';
import classes from './auth.module.css';

interface AuthLayoutProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** A page for people who are not signed in: one card with one form. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  return (
    <main className={classes.page}>
      <title>{`${title} · Atrium`}</title>
      <div className={classes.card}>
        <Logo size={34} />
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
