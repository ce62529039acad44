import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import modalClasses from '../../components/modal.module.css';
import { notifySuccess } from '../../components/notifications.tsx';
import { useFieldErrors } from '../../fields/use-field-errors.ts';
import classes from './account.module.css';

interface RenameFactorModalProps {
  factor: { id: number; name: string } | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes the name by which the person tells their second factors apart. */
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
  const errors = useFieldErrors(rename.error, ['name']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (factor && !rename.isPending) rename.mutate({ id: factor.id, name });
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Rename second factor"
      centered
      withCloseButton={false}
      classNames={modalClasses}
    >
      <form className={classes.steps} noValidate onSubmit={submit}>
        {errors.failure && <ErrorAlert failure={errors.failure} />}
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          error={errors.of('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={rename.isPending}>
            {rename.isPending ? 'Saving...' : 'Save name'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
