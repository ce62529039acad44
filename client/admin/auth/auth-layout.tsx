import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { LetterLogo, DefaultLogo } from '../../shared/logo.tsx';
import { Logo, siteLogo, siteName } from '../components/logo.tsx';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';

interface AuthLayoutProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
}

/** For pages without a session. */
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
        {letter ? <LetterLogo letter={letter} size={640} /> : !picture && <DefaultLogo size={640} />}
      </div>
    </main>
  );
}

/** `onOtherAddress` returns to the form, to correct a mistyped address. */
export function BackToLogin({ onOtherAddress }: { onOtherAddress?: () => void }) {
  return (
    <p className={classes.ways}>
      {/* The link loads a new document, because the sign-in page has its own content security policy. */}
      <a href={paths.login}>Back to sign in</a>
      {onOtherAddress && (
        <button type="button" className={classes.again} onClick={onOtherAddress}>
          Use a different email address
        </button>
      )}
    </p>
  );
}

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
