import { Button, Stack } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { useMutation } from '@tanstack/react-query';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import type { Webhook } from './event-labels.ts';

/** After a webhook was created. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title="Webhook created">
      <Stack gap="md">
        <DialogText>
          Give this secret to the receiver. With it, the receiver checks that an event comes from this site.
        </DialogText>
        <CopyField label="Secret" text={secret} message="Secret copied" />
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Shows it on request, after a proof of identity, and replaces it. */
export function WebhookSecret({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { client } = trpc.useUtils();
  // No query: the answer must not stay in the cache of the panel.
  const show = useMutation({ mutationFn: () => client.webhooks.secret.query({ id }), gcTime: 0 });
  const replace = trpc.webhooks.replaceSecret.useMutation({ meta: { done: 'Secret replaced' }, gcTime: 0 });
  const secret = replace.data?.secret ?? show.data?.secret;
  const error = replace.error ?? show.error;
  return (
    <Dialog opened onClose={onClose} title={`Secret of ${name}`}>
      <Stack gap="md">
        {error && <ErrorAlert failure={parseApiError(error)} />}
        {secret ? (
          <CopyField key={secret} label="Secret" text={secret} message="Secret copied" />
        ) : (
          <DialogText>With its secret, the receiver checks that an event comes from this site.</DialogText>
        )}
        <DialogText>After a replacement, events have signatures by both secrets for a day.</DialogText>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <BusyButton variant="default" isBusy={replace.isPending} onClick={() => replace.mutate({ id })}>
            Replace
          </BusyButton>
          {!secret && (
            <BusyButton isBusy={show.isPending} data-autofocus onClick={() => show.mutate()}>
              Show
            </BusyButton>
          )}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
