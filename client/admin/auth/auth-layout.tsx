import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Letter, Mark } from '../../shared/logo.tsx';
import { Logo, siteLogo, siteName } from '../components/logo.tsx';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';

interface AuthLayoutProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** A page for people who are not signed in: one card with one form. */
export function AuthLayout({ title, lead, children }: AuthLayoutProps) {
  const { picture, letter } = siteLogo();
  return (
    <main className={classes.page}>
      <title>{`${title} · ${siteName()}`}</title>
      <div className={classes.card}>
        <Logo size={34} />
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

/**
 * A link to the sign-in page and, with `onOtherAddress`, a button that returns to the form, so that a mistyped address
 * can be corrected.
 */
export function BackToLogin({ onOtherAddress }: { onOtherAddress?: () => void }) {
  return (
    <p className={classes.ways}>
      {/* A full page load, because the sign-in page has its own content security policy. */}
      <a href={paths.login}>Back to sign in</a>
      {onOtherAddress && (
        <button type="button" className={classes.again} onClick={onOtherAddress}>
          Use a different email address
        </button>
      )}
    </p>
  );
}

/** The email address of an account. */
export function EmailInput(props: TextInputProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      name="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
    />
  );
}
