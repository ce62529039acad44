import { Box, Button, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { can } from '../../../../src/shared/grants.ts';
import type { ApiErrorInfo } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ApiTokens } from '../../auth/api-tokens.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useCurrentUser, useServices } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import { NewPasswordHint } from '../../fields/new-password-hint.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { focusFirstError } from '../../form/form-page.tsx';
import { useFieldOfAddress } from '../../preview/use-field-of-address.ts';
import classes from './account.module.css';
import { MessageNotices } from './message-notices.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

/** The person's own account: name, password and sessions. */
export function AccountPage() {
  const { email, role } = useCurrentUser();
  useFieldOfAddress();
  return (
    <>
      <PageHeader title="Your account" lead={`${email} · ${roleLabels[role]}`} />
      <Section title="Name" text="Shown to colleagues in the activity log.">
        <NameForm />
      </Section>
      <Section title="Password" text="Changing it signs you out on all other devices.">
        <PasswordForm />
      </Section>
      {can(role, 'inbox:manage') && (
        <Section title="Messages" text="How you are told that somebody has written to the company.">
          <MessageNotices />
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
        <Sessions />
      </Section>
      <Section
        title="API tokens"
        text="For programs that work for you. Each has only the rights that you give it here, and never more than your role."
      >
        <ApiTokens owner={{ role }} />
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

interface AccountFormProps {
  failure: ApiErrorInfo | undefined;
  saveLabel: string;
  isSaving: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** A short form with its own save button. The server's messages appear below the fields. */
function AccountForm({ failure, saveLabel, isSaving, onSave, children }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) focusFirstError(form.current!);
  }, [failure]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <form className={classes.form} ref={form} noValidate onSubmit={submit} aria-busy={isSaving}>
      {failure && (
        <div data-failure tabIndex={-1}>
          <ErrorAlert title="Not saved" failure={failure} />
        </div>
      )}
      {children}
      <div>
        <Button type="submit" variant="default" aria-disabled={isSaving}>
          {isSaving ? 'Saving...' : saveLabel}
        </Button>
      </div>
    </form>
  );
}

/** Changes the person's own name. */
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

const empty = { current_password: '', password: '' };
const shown = Object.keys(empty);
const input = {
  required: true,
  withAsterisk: false,
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { 'aria-label': 'Show password' },
};

/**
 * Changes the person's own password. The form requires the current password, so that nobody can take over the account in a panel that was
 * left open.
 */
function PasswordForm() {
  const { name, email } = useCurrentUser();
  const [values, setValues] = useState(empty);
  const set = (part: Partial<typeof empty>) => setValues((before) => ({ ...before, ...part }));
  const change = useChangePassword(() => setValues(empty));
  const errors = useSaveErrors(change.error, shown);
  return (
    <AccountForm
      failure={errors.failure}
      saveLabel="Change password"
      isSaving={change.isPending}
      onSave={() => change.mutate(values)}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...input}
        label="Current password"
        autoComplete="current-password"
        value={values.current_password}
        error={errors.of('current_password')}
        aria-invalid={errors.of('current_password') !== undefined}
        onChange={(event) => set({ current_password: event.currentTarget.value })}
      />
      <div>
        <PasswordInput
          {...input}
          label="New password"
          description="At least 8 characters. Avoid common passwords."
          autoComplete="new-password"
          value={values.password}
          error={errors.of('password')}
          aria-invalid={errors.of('password') !== undefined}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        <NewPasswordHint password={values.password} name={name} email={email} />
      </div>
    </AccountForm>
  );
}

/** Changes the person's own name, on the server and in the session that the browser stores. */
function useRename() {
  const { sessions } = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return trpc.account.rename.useMutation({
    onSuccess: ({ user }) => {
      sessions.update(user);
      notifySuccess('Name saved');
      // The panel's frame reads the name from the session after each navigation, so navigating to the same page shows the new name.
      navigate(pathname, { replace: true, preventScrollReset: true });
    },
  });
}

/** Changes the person's own password. */
function useChangePassword(onChanged: () => void) {
  const { account } = trpc.useUtils();
  return trpc.account.changePassword.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: () => {
      notifySuccess('Password changed. You have been signed out on all other devices.');
      onChanged();
      account.passwordNotice.setData(undefined, { is_shown: false });
      return account.sessions.invalidate();
    },
  });
}
