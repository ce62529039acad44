import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { VersionSummary } from '../../../../src/content/versions/versions.schema.ts';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { DialogForm } from '../../components/dialog.tsx';

interface NameModalProps {
  name: ModuleName;
  id: number;
  version: VersionSummary;
  onClose: () => void;
}

/** An empty name removes the name. */
export function NameVersionModal({ name, id, version, onClose }: NameModalProps) {
  const [text, setText] = useState(version.name ?? '');
  const naming = trpc.versions[name].name.useMutation({ onSuccess: onClose });
  const failure = naming.error ? parseApiError(naming.error) : undefined;
  return (
    <DialogForm
      title="Name this version"
      failure={failure?.fields.name ? undefined : failure}
      isBusy={naming.isPending}
      saveLabel="Save"
      onSubmit={() => naming.mutate({ id, number: version.number, name: text })}
      onClose={onClose}
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
    </DialogForm>
  );
}
