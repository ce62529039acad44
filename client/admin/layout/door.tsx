import type { ReactNode } from 'react';
import { Letter, Mark } from '../../shared/logo.tsx';
import { siteLogo, siteName } from '../../lib/site-name.ts';
import { BrandMark } from './brand-mark.tsx';
import classes from './door.module.css';

interface DoorProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** A page for people who are not signed in: one card with one form. */
export function Door({ title, lead, children }: DoorProps) {
  const { picture, letter } = siteLogo();
  return (
    <main className={classes.page}>
      <title>{`${title} · ${siteName()}`}</title>
      <div className={classes.card}>
        <BrandMark size={34} />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </div>
      <div className={classes.hall} aria-hidden="true">
        {letter ? <Letter letter={letter} size={640} /> : !picture && <Mark size={640} />}
      </div>
    </main>
  );
}
