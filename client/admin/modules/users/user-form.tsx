import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { assignableRoles } from '../../../../src/shared/roles.ts';
import { roleLabels } from '../../core/role-labels.ts';
import { useCurrentUser } from '../../core/session.ts';
import { useFieldErrors } from '../../fields/use-field-errors.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import { FormPage } from '../../form/form-page.tsx';
import { bindFields } from './bind-fields.ts';
import type { UserFormState } from './use-user-form.ts';

interface UserFormProps {
  title: string;
  form: UserFormState;
  /** The user has an account. An empty password leaves the stored one unchanged. */
  isStored?: boolean;
  onCancel: () => void;
}

const shown = ['name', 'email', 'role', 'password'];
const must = { required: true, withAsterisk: false };

/** The form to add and edit a user. The server's messages appear below the fields. */
export function UserForm({ form, isStored = false, ...shell }: UserFormProps) {
  const errors = useFieldErrors(form.error, shown);
  const { text } = bindFields(form, errors.of);
  const roles = assignableRoles(useCurrentUser().role).map((value) => ({ value, label: roleLabels[value] }));
  return (
    <FormPage {...shell} form={form} failure={errors.failure} saveLabel="Save User">
      <FormColumns
        main={
          <>
            <TextInput {...must} label="Name" autoComplete="off" {...text('name')} />
            <TextInput {...must} label="Email" type="email" autoComplete="off" {...text('email')} />
          </>
        }
        side={
          <>
            <NativeSelect
              {...must}
              label="Role"
              description={isStored ? 'Changing the role signs this user out everywhere.' : undefined}
              data={roles}
              {...text('role')}
            />
            <PasswordInput
              {...must}
              required={!isStored}
              label="Password"
              description={
                isStored
                  ? 'Changing the password signs this user out everywhere.'
                  : 'At least 8 characters. Avoid common passwords.'
              }
              placeholder={isStored ? 'Leave blank to keep current password' : undefined}
              autoComplete="new-password"
              visibilityToggleFocusable
              visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              {...text('password')}
              aria-invalid={errors.of('password') !== undefined}
            />
          </>
        }
      />
    </FormPage>
  );
}
