import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { SecondStep } from '../../api/errors.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import classes from './auth.module.css';
import { canUsePasskeys } from './passkey-support.ts';

interface SecondFactorFormProps {
  methods: SecondStep['methods'];
  isBusy: boolean;
  problem?: string | null | undefined;
  onCode: (code: string) => void;
  onPasskey: () => void;
  onBack?: () => void;
  labels?: { submit: string; busy: string; back: string };
}

/** Takes a code of the app, a recovery code or a passkey. */
export function SecondFactorForm({
  methods,
  isBusy,
  problem,
  onCode,
  onPasskey,
  onBack,
  labels = { submit: 'Sign in', busy: 'Signing in...', back: 'Back' },
}: SecondFactorFormProps) {
  const hasTotp = methods.includes('totp');
  const hasRecovery = methods.includes('recovery');
  const hasPasskey = methods.includes('passkey') && canUsePasskeys();
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(!hasTotp && !hasPasskey);
  const hasInput = isRecovery || hasTotp;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isBusy) onCode(code);
  };
  const toggle = () => {
    setRecovery(!isRecovery);
    setCode('');
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {problem && <ErrorAlert failure={{ message: problem }} />}
      {hasInput && (
        <>
          <TextInput
            key={String(isRecovery)}
            label={isRecovery ? 'Recovery code' : 'Code'}
            description={
              isRecovery
                ? 'One of the ten codes that you stored. Each works once.'
                : 'The six digits that your authenticator app shows now.'
            }
            name="one-time-code"
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            autoFocus
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" fullWidth size="md" disabled={isBusy}>
            {isBusy ? labels.busy : labels.submit}
          </Button>
        </>
      )}
      {hasPasskey && (
        <Button
          fullWidth
          size="md"
          variant={hasInput ? 'default' : 'filled'}
          data-autofocus={hasInput ? undefined : true}
          disabled={isBusy}
          onClick={onPasskey}
        >
          Use a passkey
        </Button>
      )}
      <p className={classes.otherWays}>
        {hasRecovery && (hasTotp || hasPasskey) && (
          <button type="button" className={classes.again} onClick={toggle}>
            {isRecovery ? (hasTotp ? 'Use the authenticator app' : 'Use the passkey') : 'Use a recovery code'}
          </button>
        )}
        {onBack && (
          <button type="button" className={classes.again} onClick={onBack}>
            {labels.back}
          </button>
        )}
      </p>
    </form>
  );
}
