import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';

interface RenameFactorModalProps {
  factor: { id: number; name: string } | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** A dialog that renames a second factor of the signed-in person, such as a passkey. */
export function RenameFactorModal({ factor, isOpen, onClose }: RenameFactorModalProps) {
  const [name, setName] = useState(factor?.name ?? '');
  const { account } = trpc.useUtils();
  const rename = trpc.account.renameFactor.useMutation({
    onSuccess: async () => {
      onClose();
      notifySuccess('Name saved');
      await account.factors.invalidate();
    },
  });
  const errors = useSaveErrors(rename.error, ['name']);
  return (
    <DialogForm
      isOpen={isOpen}
      title="Rename second factor"
      failure={errors.failure}
      isBusy={rename.isPending}
      saveLabel="Save name"
      onSubmit={() => factor && rename.mutate({ id: factor.id, name })}
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
