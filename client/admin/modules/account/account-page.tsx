import type { ReactNode } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import classes from './account.module.css';
import { NameForm, PasswordForm } from './account-forms.tsx';
import { Sessions } from './sessions.tsx';

/** The person's own account: name, password and sessions. */
export function AccountPage() {
  const { email, role } = useCurrentUser();
  return (
    <>
      <PageHeader title="Your account" lead={`${email} · ${roleLabels[role]}`} />
      <Section title="Name" text="Shown to colleagues in the activity log.">
        <NameForm />
      </Section>
      <Section title="Password" text="Changing it signs you out on all other devices.">
        <PasswordForm />
      </Section>
      <Section
        title="Sessions"
        text="Devices where you’re signed in. If you don’t recognise one, end it and change your password."
      >
        <Sessions />
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** One part of the account page: explanation on the left, controls on the right. */
function Section({ title, text, children }: SectionProps) {
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
