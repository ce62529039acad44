import { roleNames } from '../role-names.ts';
import { useUser } from '../session.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions.tsx';

/** Everybody's own account: name, password, and where they are signed in. */
export function AccountPage() {
  const { email, role } = useUser();
  return (
    <>
      <PageHeader title="Your account" lead={`${email} · ${roleNames[role]}`} />
      <Section title="Name" text="What colleagues read in the activity log and the navigation.">
        <NameForm />
      </Section>
      <Section title="Password" text="A new one signs you out everywhere else.">
        <PasswordForm />
      </Section>
      <Section
        title="Sessions"
        text="Where you are signed in. End what you do not know, then change your password."
      >
        <Sessions />
      </Section>
    </>
  );
}
