import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ErasureTreatment } from '../../../../src/modules/privacy/treatment.facts.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { DialogForm, DialogText } from '../../components/dialog.tsx';
import { formatDate } from '../../core/format-dates.ts';
import classes from './privacy.module.css';

type Person = ApiOutputs['privacy']['find'];

interface EraseDialogProps {
  person: Person;
  onClose: () => void;
  onErased: () => void;
}

/** Typing the person's address confirms it. */
export function ErasePersonModal({ person, onClose, onErased }: EraseDialogProps) {
  const { email, places, account, files, mails } = person;
  const [typed, setTyped] = useState('');
  const [reference, setReference] = useState('');
  const [forget, setForget] = useState(false);
  const [hasMistyped, setMistyped] = useState(false);
  const erase = trpc.privacy.erase.useMutation({
    meta: { done: `${email} is erased` },
    onSuccess: () => {
      onErased();
      onClose();
    },
  });
  const of = (...kinds: ErasureTreatment[]) => places.filter(({ treatment }) => kinds.includes(treatment));
  const deleted = of('delete').map(toWords);
  if (files > 0) deleted.push(files === 1 ? '1 file' : `${files} files`);
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase();
  const submit = () => {
    setMistyped(!isTyped);
    if (isTyped) erase.mutate({ email, reference, forget });
  };
  return (
    <DialogForm
      title="Erase a person"
      failure={erase.error ? parseApiError(erase.error) : undefined}
      isBusy={erase.isPending}
      isDangerous
      isKept
      saveLabel="Erase"
      busyLabel="Erasing..."
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogText>This cannot be undone.</DialogText>
      <dl className={classes.outcome}>
        <Outcome term="Deleted" what={deleted} />
        {!account && <Outcome term="Name and address replaced in" what={of('blank').map(toWords)} />}
        {account && <Outcome term="Stays with the account" what={of('blank', 'account').map(toWords)} />}
        <Outcome term="Stays for you to edit" what={of('edit').map(toWords)} />
        <Outcome term="Earlier states" what={of('forget').map(toWords)} />
        <Outcome
          term="Not reached from here"
          what={['mails in mailboxes', 'backups until they are overwritten', 'the server’s log']}
        />
        {mails.length > 0 && (
          <Outcome
            term="Mails in the mailbox itself stay; delete them there"
            what={[...new Set(mails.map(formatDate))]}
          />
        )}
      </dl>
      {of('forget').length > 0 && (
        <Checkbox
          label="Delete the earlier states too"
          description="Earlier versions and rows of the trash that have the address. Edit the present entries first."
          checked={forget}
          onChange={({ currentTarget }) => setForget(currentTarget.checked)}
        />
      )}
      <TextInput
        label="Reference"
        description="For your records, such as the date of the letter. It stays, so leave out the name."
        maxLength={120}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
      <TextInput
        label="Type the address to confirm"
        description={<bdi className={classes.person}>{email}</bdi>}
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        error={hasMistyped && !isTyped && 'This is not the address.'}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </DialogForm>
  );
}

function toWords({ label, count }: Person['places'][number]): string {
  return `${label} (${count})`;
}

function Outcome({ term, what }: { term: string; what: readonly string[] }) {
  if (what.length === 0) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{what.join(', ')}</dd>
    </div>
  );
}
