import { Alert } from '@mantine/core';
import { trpc } from '../../lib/trpc.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { MemberForm } from './member-form.tsx';
import type { Member } from './member-types.ts';
import { teamAddress } from './team-address.ts';
import { useMemberForm } from './use-member-form.ts';
import { type PhotoRemark, usePhotoRemoval } from './use-photo.ts';

/** The dialog of a stored team member. */
export function MemberEdit() {
  const query = trpc.team.one.useQuery(useRowId(), forForm);
  return (
    <StoredForm title="Edit Team Member" query={query} subject="The team member">
      {({ member }) => <StoredMemberForm key={member.id} member={member} />}
    </StoredForm>
  );
}

function StoredMemberForm({ member }: { member: Member }) {
  const { backToList } = useFormAddress(teamAddress);
  const form = useMemberForm({ row: member, words: 'The team member was saved.', onSaved: backToList });
  // The removal was one more change of the row. Had somebody else saved meanwhile, the version that follows would be theirs, and the
  // save is refused as it should be.
  const photo = usePhotoRemoval(member.id, () => form.follow({ stored: null }));
  const remove = () => {
    form.forgetError();
    photo.remove();
  };
  return (
    <MemberForm
      title="Edit Team Member"
      saveLabel="Update"
      form={form}
      photo={{ path: form.draft.stored ?? undefined, isRemoving: photo.isRemoving, remove }}
      remark={photo.remark && <RemovalAlert remark={photo.remark} />}
      fallback="Failed to update team member. Please try again."
      onTry={photo.forgetRemark}
      onCancel={backToList}
    />
  );
}

function RemovalAlert({ remark }: { remark: PhotoRemark }) {
  if (remark.isFailure) return <FailureNote failure={remark} />;
  return (
    <Alert color="pine" role="alert">
      {remark.message}
    </Alert>
  );
}
