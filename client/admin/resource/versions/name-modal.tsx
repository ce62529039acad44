import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { VersionSummary } from '../../../../src/content/versions/versions.schema.ts';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import modalClasses from '../../components/modal.module.css';

interface NameModalProps {
  name: ModuleName;
  id: number;
  version: VersionSummary;
  onClose: () => void;
}

/** Asks for the name of a version. An empty name takes it away. */
export function NameModal({ name, id, version, onClose }: NameModalProps) {
  const [text, setText] = useState(version.name ?? '');
  const utils = trpc.useUtils();
  const naming = trpc.versions[name].name.useMutation({
    onSuccess: async () => {
      onClose();
      await utils.versions[name].list.invalidate({ id });
    },
  });
  const failure = naming.error ? parseApiError(naming.error) : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Name this version"
      centered
      withCloseButton={false}
      classNames={modalClasses}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!naming.isPending) naming.mutate({ id, number: version.number, name: text });
        }}
      >
        <TextInput
          label="Name"
          description="A version with a name is kept for good."
          data-autofocus
          maxLength={100}
          value={text}
          error={failure?.fields.name}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {failure && !failure.fields.name && <ErrorAlert failure={failure} />}
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={naming.isPending}>
            {naming.isPending ? 'Saving...' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
