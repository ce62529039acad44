import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';

interface RenameFactorModalProps {
  factor: { id: number; name: string };
  onClose: () => void;
}

/** A dialog that renames a second factor of the signed-in person, such as a passkey. */
export function RenameFactorModal({ factor, onClose }: RenameFactorModalProps) {
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
