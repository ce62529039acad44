import { trpc } from '../../lib/trpc.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { emptyMember } from './member-draft.ts';
import { MemberForm } from './member-form.tsx';
import { teamAddress } from './team-address.ts';

/** The dialog of a new team member. */
export function MemberCreate() {
  const { toNewest, backToList } = useFormAddress(teamAddress);
  const { team } = trpc.useUtils();
  const { progress, asForm } = useSaving({
    words: 'The team member was added.',
    refresh: () => team.invalidate(),
    onSaved: toNewest,
  });
  const save = trpc.team.create.useMutation(asForm);
  return (
    <MemberForm
      title="Add Team Member"
      saveLabel="Save"
      initial={emptyMember}
      fallback="Error saving team member. Please try again."
      save={save}
      progress={progress}
      onSave={save.mutate}
      onCancel={backToList}
    />
  );
}
