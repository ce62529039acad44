import { Box, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import { ApiTokens } from '../../auth/api-tokens.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Sessions } from '../../components/sessions.tsx';
import { useCurrentUser, useServices } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import { isEnrolmentRequired } from '../../core/open-screens.ts';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { useFocusFieldOfHash } from '../../preview/use-focus-field-of-hash.ts';
import { AccountForm } from './account-form.tsx';
import classes from './account.module.css';
import { NoticeSettings } from './notice-settings.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactors } from './second-factors.tsx';

export function AccountPage() {
  const { email, role } = useCurrentUser();
  const { data: factors } = trpc.account.factors.useQuery();
  // Until a required second factor is added, the server refuses the calls of these sections.
  const mustEnrol = factors !== undefined && isEnrolmentRequired(factors);
  useFocusFieldOfHash();
  return (
    <>
      <PageHeader title="Your account" lead={`${email} · ${roleLabels[role]}`} />
      <Section title="Name" text="Shown to colleagues in the activity log.">
        <NameForm />
      </Section>
      <Section title="Password" text="Changing it signs you out on all other devices.">
        <PasswordForm />
      </Section>
      {hasGrant(role, 'inbox:manage') && !mustEnrol && (
        <Section title="Messages" text="How you are told that somebody has written to the company.">
          <NoticeSettings />
        </Section>
      )}
      <Section
        title="Second factor"
        text="Asked for after your password, so that a stolen password alone opens nothing. A passkey also signs you in without the password."
      >
        <SecondFactors />
      </Section>
      <Section
        title="Sessions"
        text="Devices where you’re signed in. If you don’t recognise one, end it and change your password."
      >
        <OwnSessions />
      </Section>
      {!mustEnrol && (
        <Section
          title="API tokens"
          text="For programs that work for you. Each has only the rights that you give it here, and never more than your role."
        >
          <ApiTokens owner={{ role }} />
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** On wide screens, the explanation is to the left. */
function Section({ title, text, children }: SectionProps) {
  return (
    <section className={classes.section} data-section={title.toLowerCase().replaceAll(' ', '-')}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <Box miw={0} maw="42rem">
        {children}
      </Box>
    </section>
  );
}

function OwnSessions() {
  const one = trpc.account.endSession.useMutation({ meta: { done: 'Device signed out' } });
  const others = trpc.account.endOtherSessions.useMutation({
    meta: { done: 'All other devices signed out' },
  });
  return (
    <Sessions
      query={trpc.account.sessions.useQuery()}
      one={one}
      all={others}
      onEnd={({ id }) => one.mutate({ id })}
      onEndAll={() => others.mutate()}
      endAllLabel="Sign out all other devices"
    />
  );
}

function NameForm() {
  const [name, setName] = useState(useCurrentUser().name);
  const rename = useRename();
  const errors = useSaveErrors(rename.error, ['name']);
  return (
    <AccountForm
      failure={errors.failure}
      saveLabel="Save name"
      isSaving={rename.isPending}
      onSave={() => rename.mutate({ name })}
    >
      <TextInput
        label="Name"
        autoComplete="name"
        required
        withAsterisk={false}
        value={name}
        error={errors.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </AccountForm>
  );
}

/** Also renames the person in the session. */
function useRename() {
  const { sessions } = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return trpc.account.rename.useMutation({
    meta: { done: 'Name saved' },
    onSuccess: ({ user }) => {
      sessions.update(user);
      // The panel's frame reads the name after each navigation.
      navigate(pathname, { replace: true, preventScrollReset: true });
    },
  });
}
