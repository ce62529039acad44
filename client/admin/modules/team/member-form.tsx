import { useState } from 'react';
import type { memberColumns } from '../../../../src/modules/team/team.facts.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { FormModal } from '../../form/form-modal.tsx';
import { ErrorMarks } from '../../resource/field.tsx';
import type { Draft, FrameParts } from '../../resource/resource-types.ts';
import { PhotoField, usePhotoRemoval } from './member-photo-input.tsx';
import { RemovalAlert, SaveAlert } from './save-alert.tsx';
import classes from './team.module.css';

interface Problem {
  field: string;
  message: string;
}

/** The dialog to add and edit a member. One alert lists the missing fields before anything is sent. */
export function MemberForm(props: FrameParts<typeof memberColumns>) {
  const { title, saveLabel, form, errors, isNew, draft, Field, onCancel } = props;
  const [problems, setProblems] = useState<Problem[]>();
  // The removal of the photo also changed the row. If somebody else saved in between, the next version is
  // theirs and the server refuses this save, as it should.
  const photo = usePhotoRemoval(form.state.ground.row?.id, () => form.follow({ stored: null }));
  const errorOf = (name: string) => problems?.some(({ field }) => field === name) || errors.of(name);
  const submit = () => {
    const found = findProblems(draft);
    photo.forgetRemark();
    form.forgetError();
    setProblems(found.length > 0 ? found : undefined);
    if (found.length === 0) form.save();
  };
  const removePhoto = () => {
    form.forgetError();
    photo.remove();
  };
  const choosePhoto = (image: File | undefined) => {
    const isOther = image && !image.type.startsWith('image/');
    setProblems(isOther ? [{ field: 'image', message: 'Photo must be an image file' }] : undefined);
    if (!isOther) form.change({ image, alt: image ? null : form.state.ground.base.alt });
  };
  const notice = problems ? (
    <ErrorAlert failure={{ message: problems.map(({ message }) => message).join('\n') }} />
  ) : form.error ? (
    <SaveAlert
      error={form.error}
      fallback={
        isNew
          ? 'Error saving team member. Please try again.'
          : 'Failed to update team member. Please try again.'
      }
    />
  ) : (
    photo.remark && <RemovalAlert remark={photo.remark} />
  );
  return (
    <>
      <PageHeader title="Team Management" />
      <FormModal
        title={title}
        form={form}
        notice={notice}
        problem={problems ?? errors.failure}
        saveLabel={saveLabel}
        onSave={submit}
        onCancel={onCancel}
      >
        <ErrorMarks errorOf={errorOf}>
          <div className={classes.columns}>
            <div className={classes.column}>
              <Field name="name" isFocusedFirst />
              <div className={classes.pair}>
                <Field name="role" />
                <Field name="section" />
              </div>
              <Field name="description" rows={5} />
              <Field name="expertise" />
            </div>
            <PhotoField
              file={draft.image}
              stored={{
                path: draft.stored ?? undefined,
                isRemoving: photo.isRemoving,
                remove: removePhoto,
              }}
              error={errors.of('image')}
              progress={form.isSaving ? form.progress : undefined}
              onStop={form.stop}
              alt={draft.alt}
              altError={errors.of('image_alt')}
              onAlt={(alt) => form.change({ alt })}
              onChange={choosePhoto}
            />
          </div>
        </ErrorMarks>
      </FormModal>
    </>
  );
}

/** Returns the missing fields, in the order and with the texts of docs/product.md, §5.3. */
function findProblems(draft: Draft<typeof memberColumns>): Problem[] {
  const hasExpertise = draft.expertise.length > 0 || draft.expertise_pending.trim() !== '';
  const checks: [boolean, Problem][] = [
    [draft.name.trim() !== '', { field: 'name', message: 'Name is required' }],
    [draft.role !== '', { field: 'role', message: 'Role is required' }],
    [draft.description.trim() !== '', { field: 'description', message: 'Description is required' }],
    [draft.section !== '', { field: 'section', message: 'Section is required' }],
    [hasExpertise, { field: 'expertise', message: 'At least one expertise is required' }],
  ];
  return checks.flatMap(([isFine, problem]) => (isFine ? [] : [problem]));
}
