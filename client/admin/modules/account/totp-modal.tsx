import { Button, Group, Modal, Skeleton, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import modalClasses from '../../components/modal.module.css';
import { useFieldErrors } from '../../fields/use-field-errors.ts';
import classes from './account.module.css';
import { QrCode } from './qr-code.tsx';

type Added = ApiOutputs['account']['addTotp'];

interface TotpModalProps {
  isOpen: boolean;
  onAdded: (added: Added) => void;
  onClose: () => void;
}

/** Sets up an authenticator app. */
export function TotpModal({ isOpen, ...steps }: TotpModalProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={steps.onClose}
      title="Set up an authenticator app"
      centered
      withCloseButton={false}
      classNames={modalClasses}
    >
      {isOpen && <TotpSteps {...steps} />}
    </Modal>
  );
}

function TotpSteps({ onAdded, onClose }: Omit<TotpModalProps, 'isOpen'>) {
  const { mutate, data, error } = trpc.account.beginTotp.useMutation();
  useEffect(() => mutate(), [mutate]);
  const [code, setCode] = useState('');
  const add = trpc.account.addTotp.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: onAdded,
  });
  const errors = useFieldErrors(add.error, ['one_time_code']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (data && !add.isPending) add.mutate({ setup: data.setup, one_time_code: code });
  };
  const failure = error ? parseApiError(error) : errors.of('one_time_code') ? undefined : errors.failure;
  return (
    <form className={classes.steps} noValidate onSubmit={submit}>
      {failure && <ErrorAlert failure={failure} />}
      <p className={classes.step}>
        Scan this code with your authenticator app. If you can’t scan it, type the key into the app.
      </p>
      {data ? (
        <div className={classes.setup}>
          <QrCode text={data.address} label="QR code for the authenticator app" />
          <p className={classes.key}>
            Key <code>{data.secret}</code>
          </p>
        </div>
      ) : (
        !error && <Skeleton height={200} />
      )}
      <TextInput
        label="Code"
        description="Then enter the six digits that the app shows."
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        data-autofocus
        value={code}
        error={errors.of('one_time_code')}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={!data || add.isPending}>
          {add.isPending ? 'Checking...' : 'Set up'}
        </Button>
      </Group>
    </form>
  );
}
