import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs } from '../../api/types.ts';
import type { ProofMethod } from '../../../src/shared/errors.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import modalClasses from '../components/modal.module.css';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';
import own from './second-factor.module.css';
import { getPasskey } from './passkeys.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { loginFailureText } from './use-login.ts';

interface StepUpModalProps {
  methods: readonly ProofMethod[];
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for the second factor, or for the password of an account without one. */
export function StepUpModal({ methods, onAnswer }: StepUpModalProps) {
  const proof = useProof(() => onAnswer(true));
  const cancel = () => onAnswer(false);
  return (
    <Modal
      opened
      onClose={cancel}
      closeOnClickOutside={false}
      title="Confirm that it is you"
      centered
      zIndex={500}
      withCloseButton={false}
      classNames={modalClasses}
    >
      {methods.includes('sso') ? (
        <ProviderStep onDone={() => onAnswer(true)} onCancel={cancel} />
      ) : (
        <>
          <p className={own.asked}>
            This changes who can sign in or what leaves the site. Nothing that you typed is lost.
          </p>
          {methods.includes('password') ? (
            <PasswordProof proof={proof} onCancel={cancel} />
          ) : (
            <SecondFactorForm
              methods={methods}
              isBusy={proof.isBusy}
              problem={proof.problem}
              onCode={(one_time_code) => proof.submit({ one_time_code })}
              onPasskey={proof.submitPasskey}
              onBack={cancel}
              labels={{ submit: 'Confirm', busy: 'Checking...', back: 'Cancel' }}
            />
          )}
        </>
      )}
    </Modal>
  );
}

type Proof = ReturnType<typeof useProof>;

function PasswordProof({ proof, onCancel }: { proof: Proof; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog may be inside another form in React's tree, which must not receive the event.
    event.stopPropagation();
    if (!proof.isBusy) proof.submit({ password });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {proof.problem && <ErrorAlert failure={{ message: proof.problem }} />}
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={proof.isBusy}>
          {proof.isBusy ? 'Checking...' : 'Confirm'}
        </Button>
      </Group>
    </form>
  );
}

/** A person without a password and second factor signs in again in a new tab, which renews the session. */
function ProviderStep({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  return (
    <>
      <p className={own.asked}>
        You sign in by single sign-on.{' '}
        <a href={`${paths.login}?fromLogout=true`} target="_blank" rel="noreferrer">
          Sign in again in a new tab
        </a>
        , then come back here and continue.
      </p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus onClick={onDone}>
          Continue
        </Button>
      </Group>
    </>
  );
}

function useProof(onProved: () => void) {
  const { client } = trpc.useUtils();
  const [state, setState] = useState<{ error: unknown; isBusy: boolean }>({ error: null, isBusy: false });
  const context = { alone: true };
  const attempt = async (prepare: () => Promise<ApiInputs['auth']['stepUp']>) => {
    setState({ error: null, isBusy: true });
    try {
      await client.auth.stepUp.mutate(await prepare(), { context });
      onProved();
    } catch (error) {
      setState({ error, isBusy: false });
    }
  };
  return {
    isBusy: state.isBusy,
    problem: state.error === null ? undefined : loginFailureText(state.error),
    submit: (proof: ApiInputs['auth']['stepUp']) => attempt(async () => proof),
    submitPasskey: () =>
      attempt(async () => {
        const { options } = await client.auth.passkeyBegin.mutate(undefined, { context });
        return { passkey: await getPasskey(options) };
      }),
  };
}
