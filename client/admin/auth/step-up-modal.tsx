import { PasswordInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs } from '../../api/types.ts';
import { useServices } from '../core/admin-context.ts';
import type { ProofMethod } from '../../../src/shared/errors.ts';
import { Dialog, DialogForm, DialogText } from '../components/dialog.tsx';
import { answerPasskeyChallenge } from './passkeys.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { ssoFailureText } from './sso-button.tsx';
import { confirmationChannelName } from './step-up-channel.ts';
import { loginFailureText } from './use-login.ts';

interface StepUpModalProps {
  methods: readonly ProofMethod[];
  onAnswer: (isConfirmed: boolean) => void;
}

const title = 'Confirm that it is you';
const reason = 'This changes who can sign in or what leaves the site. Nothing that you typed is lost.';

export function StepUpModal({ methods, onAnswer }: StepUpModalProps) {
  const proof = useProof(() => onAnswer(true));
  const cancel = () => onAnswer(false);
  if (methods.includes('sso')) return <ProviderStep onDone={() => onAnswer(true)} onCancel={cancel} />;
  if (methods.includes('password')) return <PasswordStep proof={proof} onCancel={cancel} />;
  return (
    <Dialog opened onClose={cancel} closeOnClickOutside={false} title={title}>
      <DialogText>{reason}</DialogText>
      <SecondFactorForm
        methods={methods}
        isBusy={proof.isBusy}
        problem={proof.problem}
        onCode={(one_time_code) => proof.submit({ one_time_code })}
        onPasskey={proof.submitPasskey}
        onBack={cancel}
        labels={{ submit: 'Confirm', busy: 'Checking...', back: 'Cancel' }}
      />
    </Dialog>
  );
}

type Proof = ReturnType<typeof useProof>;

function PasswordStep({ proof, onCancel }: { proof: Proof; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  return (
    <DialogForm
      title={title}
      failure={proof.problem ? { message: proof.problem } : undefined}
      isBusy={proof.isBusy}
      saveLabel="Confirm"
      busyLabel="Checking..."
      isKept
      isChecked
      onSubmit={() => void proof.submit({ password })}
      onClose={onCancel}
    >
      <DialogText>{reason}</DialogText>
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
    </DialogForm>
  );
}

/** For a person with neither a password nor a second factor. */
function ProviderStep({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const step = useProviderStep(onDone);
  return (
    <DialogForm
      title={title}
      failure={step.problem ? { message: step.problem } : undefined}
      isBusy={step.isBusy}
      saveLabel="Sign in again"
      busyLabel="Opening..."
      isOffer
      isKept
      onSubmit={() => void step.begin()}
      onClose={onCancel}
    >
      <DialogText>
        You sign in by single sign-on. Sign in there again in another window; nothing that you typed is lost.
      </DialogText>
      {step.address && (
        <DialogText>
          Your browser has blocked the window.{' '}
          <a href={step.address} target="_blank" rel="noreferrer">
            Open it in a new tab
          </a>
          .
        </DialogText>
      )}
    </DialogForm>
  );
}

const windowFeatures = 'popup,width=520,height=720';

function useProviderStep(onDone: () => void) {
  const [address, setAddress] = useState<string>();
  const onConfirmed = useEffectEvent(onDone);
  const start = trpc.sso.beginStepUp.useMutation({
    trpc: { context: { alone: true } },
    meta: { changesNothing: true },
  });
  useEffect(() => {
    const channel = new BroadcastChannel(confirmationChannelName);
    channel.onmessage = () => onConfirmed();
    return () => channel.close();
  }, []);
  const begin = async () => {
    if (start.isPending) return;
    // Browsers allow a new window only during the click, before its address is known.
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
  const tasks = useServices().tasks;
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
        return { passkey: await tasks.follow(answerPasskeyChallenge(options)) };
      }),
  };
}
