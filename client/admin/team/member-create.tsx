import { useFormAddress } from '../ui/use-form-address.ts';
import { MemberForm } from './member-form.tsx';
import { teamAddress } from './team-address.ts';
import { useMemberForm } from './use-member-form.ts';

/** The dialog of a new team member. */
export function MemberCreate() {
  const { toNewest, backToList } = useFormAddress(teamAddress);
  const form = useMemberForm({ words: 'The team member was added.', onSaved: toNewest });
  return (
    <MemberForm
      title="Add Team Member"
      saveLabel="Save"
      form={form}
      fallback="Error saving team member. Please try again."
      onCancel={backToList}
    />
  );
}
