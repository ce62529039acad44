import { Button, TextInput } from '@mantine/core';
import IconDeviceMobile from 'icon:device-mobile';
import IconFingerprint from 'icon:fingerprint';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useAsk } from '../../components/ask.tsx';
import { DialogForm } from '../../components/dialog.tsx';
import rows from '../../components/rows.module.css';
import { formatDate } from '../../core/format-dates.ts';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import classes from './account.module.css';

interface RenameFactorModalProps {
  factor: { id: number; name: string };
  onClose: () => void;
}

function RenameFactorModal({ factor, onClose }: RenameFactorModalProps) {
  const [name, setName] = useState(factor.name);
  const rename = trpc.account.renameFactor.useMutation({ onSuccess: onClose, meta: { done: 'Name saved' } });
  const errors = useSaveErrors(rename.error, ['name']);
  return (
    <DialogForm
      title="Rename second factor"
      failure={errors.failure}
      isBusy={rename.isPending}
      saveLabel="Save name"
      onSubmit={() => rename.mutate({ id: factor.id, name })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        error={errors.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

type Factor = ApiOutputs['account']['factors']['factors'][number];

export function FactorList({ factors }: { factors: readonly Factor[] }) {
  const [renaming, setRenaming] = useState<Factor>();
  const ask = useAsk();
  const remove = trpc.account.removeFactor.useMutation({ meta: { done: 'Second factor removed' } });
  const askRemoval = ({ id, name }: Factor) =>
    ask({
      title: 'Remove second factor',
      question:
        factors.length === 1
          ? `Remove “${name}”? Your password alone opens your account then, and your recovery codes stop working.`
          : `Remove “${name}”? You can no longer sign in with it.`,
      answer: 'Remove',
      busyAnswer: 'Removing...',
      isDangerous: true,
      run: () => remove.mutateAsync({ id }),
    });
  return (
    <>
      <ul className={rows.rows}>
        {factors.map((factor) => (
          <FactorRow
            key={factor.id}
            factor={factor}
            onRename={() => setRenaming(factor)}
            onRemove={() => askRemoval(factor)}
          />
        ))}
      </ul>
      {renaming && <RenameFactorModal factor={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

interface FactorRowProps {
  factor: Factor;
  onRename: () => void;
  onRemove: () => void;
}

function FactorRow({ factor, onRename, onRemove }: FactorRowProps) {
  const { name, kind, created_at, last_used_at, is_usable } = factor;
  const Icon = kind === 'passkey' ? IconFingerprint : IconDeviceMobile;
  return (
    <li className={rows.row}>
      <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden="true" />
      <div className={rows.facts}>
        <p className={rows.name}>{name}</p>
        <p className={rows.fact}>
          {kind === 'passkey' ? 'Passkey' : 'Authenticator app'}, added{' '}
          <time dateTime={created_at}>{formatDate(created_at)}</time>
          {last_used_at ? (
            <>
              , last used <time dateTime={last_used_at}>{formatDate(last_used_at)}</time>
            </>
          ) : (
            ', not used yet'
          )}
        </p>
        {!is_usable && <p className={rows.problem}>No longer works. Remove it and set it up again.</p>}
      </div>
      <div className={rows.acts}>
        <Button variant="subtle" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="subtle" color="signal" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
