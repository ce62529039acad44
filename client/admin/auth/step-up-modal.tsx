import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs } from '../../api/types.ts';
import type { ProofMethod } from '../../../src/shared/errors.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import modalClasses from '../components/modal.module.css';
import classes from './auth.module.css';
import own from './second-factor.module.css';
import { getPasskey } from './passkeys.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { ssoFailureText } from './sso-button.tsx';
import { confirmations } from './sso-confirmation.ts';
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

/** A person without a password and second factor signs in at the provider again, in another window. */
function ProviderStep({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const step = useProviderStep(onDone);
  return (
    <>
      <p className={own.asked}>
        You sign in by single sign-on. Sign in there again in another window; nothing that you typed is lost.
      </p>
      {step.problem && <ErrorAlert failure={{ message: step.problem }} />}
      {step.address && (
        <p className={own.asked}>
          Your browser has blocked the window.{' '}
          <a href={step.address} target="_blank" rel="noreferrer">
            Open it in a new tab
          </a>
          .
        </p>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus aria-disabled={step.isBusy} onClick={step.begin}>
          {step.isBusy ? 'Opening...' : 'Sign in again'}
        </Button>
      </Group>
    </>
  );
}

const windowFeatures = 'popup,width=520,height=720';

function useProviderStep(onDone: () => void) {
  const [address, setAddress] = useState<string>();
  const onConfirmed = useEffectEvent(onDone);
  const start = trpc.sso.beginStepUp.useMutation({ trpc: { context: { alone: true } } });
  useEffect(() => {
    const channel = new BroadcastChannel(confirmations);
    channel.onmessage = () => onConfirmed();
    return () => channel.close();
  }, []);
  const begin = async () => {
    if (start.isPending) return;
    // Browsers open a window only during the click, and the address is not known yet.
    const other = window.open('', 'atrium-confirm', windowFeatures);
    try {
      const { address: to } = await start.mutateAsync();
      if (!other) return setAddress(to);
      other.opener = null;
      other.location.replace(to);
    } catch {
      // The dialog shows the error of the call.
      other?.close();
    }
  };
  return {
    address,
    isBusy: start.isPending,
    problem: start.error ? ssoFailureText(start.error) : undefined,
    begin,
  };
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
