import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '../../core/session.ts';
import { useFieldErrors } from '../../fields/use-field-errors.ts';
import { AccountForm } from './account-forms.tsx';
import { useRename } from './use-account.ts';

/** Changes the person's own name. */
export function NameForm() {
  const [name, setName] = useState(useCurrentUser().name);
  const rename = useRename();
  const errors = useFieldErrors(rename.error, ['name']);
  return (
    <AccountForm
      failure={errors.failure}
      saveLabel="Save name"
      isSaving={rename.isPending}
      onSave={() => rename.mutate({ name })}
    >
      <TextInput
        label="Name"
        autoComplete="name"
        required
        withAsterisk={false}
        value={name}
        error={errors.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </AccountForm>
  );
}
