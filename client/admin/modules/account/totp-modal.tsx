import { Skeleton, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import classes from './account.module.css';

const border = 2;

/** Always black on white, because some cameras cannot read other colours. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}

type Added = ApiOutputs['account']['addTotp'];

interface TotpModalProps {
  onAdded: (added: Added) => void;
  onClose: () => void;
}

export function TotpModal({ onAdded, onClose }: TotpModalProps) {
  const { mutate, data, error } = trpc.account.beginTotp.useMutation({ meta: { changesNothing: true } });
  useEffect(() => mutate(), [mutate]);
  const [code, setCode] = useState('');
  const add = trpc.account.addTotp.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: onAdded,
  });
  const errors = useSaveErrors(add.error, ['one_time_code']);
  return (
    <DialogForm
      title="Set up an authenticator app"
      failure={error ? parseApiError(error) : errors.of('one_time_code') ? undefined : errors.failure}
      isBusy={add.isPending}
      isWaiting={!data}
      saveLabel="Set up"
      busyLabel="Checking..."
      onSubmit={() => data && add.mutate({ setup: data.setup, one_time_code: code })}
      onClose={onClose}
    >
      <DialogText>
        Scan this code with your authenticator app. If you can’t scan it, type the key into the app.
      </DialogText>
      {data ? (
        <Stack gap="sm" align="center">
          <QrCode text={data.address} label="QR code for the authenticator app" />
          <p className={classes.key}>
            Key <code>{data.secret}</code>
          </p>
        </Stack>
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
    </DialogForm>
  );
}
