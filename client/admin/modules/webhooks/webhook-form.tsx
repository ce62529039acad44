import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { recordedModuleNames } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { subjectLabel } from '../../auth/scope-labels.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { otherEvents, type Webhook } from './event-labels.ts';
import { NewSecret } from './webhook-secret.tsx';
import classes from './webhooks.module.css';
import { rowActs } from '../../../../src/shared/webhook-events.ts';

const shown = ['name', 'url', 'events'];

interface WebhookFormProps {
  /** Undefined for a new one, whose secret is then shown. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const create = trpc.webhooks.create.useMutation();
  const change = trpc.webhooks.patch.useMutation({ meta: { done: 'Webhook saved' }, onSuccess: onClose });
  const errors = useSaveErrors(create.error ?? change.error, shown);
  if (create.data) return <NewSecret {...create.data} onClose={onClose} />;
  const save = () => {
    const values = { name, url, events: [...events] };
    if (webhook) change.mutate({ id: webhook.id, ...values });
    else create.mutate(values);
  };
  return (
    <DialogForm
      title={webhook ? 'Change webhook' : 'New webhook'}
      failure={errors.failure}
      isBusy={create.isPending || change.isPending}
      saveLabel={webhook ? 'Save' : 'Create webhook'}
      busyLabel={webhook ? 'Saving...' : 'Creating...'}
      isKept
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The program that is told."
        required
        withAsterisk={false}
        maxLength={60}
        data-autofocus
        value={name}
        error={errors.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="Where the program listens. It must be public and begin with https."
        type="url"
        inputMode="url"
        required
        withAsterisk={false}
        maxLength={500}
        value={url}
        error={errors.of('url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <EventChoice chosen={events} error={errors.of('events')} onChange={setEvents} />
    </DialogForm>
  );
}

interface EventChoiceProps {
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** A box for each event. Those that only a newer version of the program knows stay chosen. */
function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const box = (event: string) => ({
    checked: chosen.includes(event),
    'aria-describedby': error ? 'webhook-events-error' : undefined,
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      onChange(currentTarget.checked ? [...chosen, event] : chosen.filter((one) => one !== event)),
  });
  return (
    <div>
      <fieldset className={classes.others}>
        <legend>Events</legend>
        <Stack gap="sm">
          {otherEvents.map(({ event, label, text }) => (
            <Checkbox key={event} label={label} description={text} {...box(event)} />
          ))}
        </Stack>
      </fieldset>
      <table className={classes.events}>
        <caption>Entries</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            {rowActs.map((act) => (
              <th key={act} scope="col">
                {act[0]!.toUpperCase() + act.slice(1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {recordedModuleNames.map((name) => (
            <tr key={name}>
              <th scope="row">{subjectLabel(name)}</th>
              {rowActs.map((act) => (
                <td key={act}>
                  <Checkbox aria-label={`${subjectLabel(name)}: ${act}`} {...box(`${name}.${act}`)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p id="webhook-events-error" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
