import { PageHeader } from '../../components/page-header.tsx';
import { roleLabels } from '../../core/role-labels.ts';
import { useCurrentUser } from '../../core/session.ts';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
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
