import { Alert } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { toDraft } from './member-draft.ts';
import { MemberForm } from './member-form.tsx';
import type { Member } from './member-types.ts';
import { teamAddress } from './team-address.ts';
import { type PhotoRemark, useStoredPhoto } from './use-photo.ts';

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
  const [initial] = useState(() => toDraft(member));
  const { backToList } = useFormAddress(teamAddress);
  const { team } = trpc.useUtils();
  const { progress, asForm } = useSaving({
    words: 'The team member was saved.',
    refresh: () => team.invalidate(),
    onSaved: backToList,
  });
  const save = trpc.team.update.useMutation(asForm);
  const photo = useStoredPhoto(member);
  const removePhoto = () => {
    save.reset();
    photo.remove();
  };
  return (
    <MemberForm
      title="Edit Team Member"
      saveLabel="Update"
      initial={initial}
      photo={{ ...photo, remove: removePhoto }}
      remark={photo.remark && <RemovalAlert remark={photo.remark} />}
      fallback="Failed to update team member. Please try again."
      save={save}
      progress={progress}
      onSave={(words) => save.mutate({ ...words, id: member.id, version: photo.version })}
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
