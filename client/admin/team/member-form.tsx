import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { teamRoles, teamSections } from '../../../src/shared/catalog.ts';
import { bindFields } from '../forms/bind-fields.ts';
import { ChipsField } from '../ui/chips-field.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useChips } from '../ui/use-chips.ts';
import { useServerErrors } from '../ui/use-server-errors.ts';
import { findProblems, type Problem } from './member-draft.ts';
import classes from './member-form.module.css';
import { PhotoField, type StoredPhoto } from './photo-field.tsx';
import { SaveAlert } from './save-alert.tsx';
import type { MemberFormState } from './use-member-form.ts';

interface MemberFormProps {
  title: string;
  saveLabel: string;
  form: MemberFormState;
  photo?: StoredPhoto;
  /** What is said of the photo's removal. */
  remark?: ReactNode;
  /** What is said of a failed save without field errors. */
  fallback: string;
  /** The form is tried: older remarks have had their time. */
  onTry?: () => void;
  onCancel: () => void;
}

const shown = ['name', 'role', 'section', 'description', 'expertise', 'image', 'image_alt'];
const roles = [{ value: '', label: 'Choose a role' }, ...teamRoles];
const sections = [...teamSections];

/** One dialog to add and to edit. What is missing is said in one alert, before anything is sent. */
export function MemberForm(props: MemberFormProps) {
  const { title, saveLabel, form, photo, remark, fallback, onTry, onCancel } = props;
  const [problems, setProblems] = useState<Problem[]>();
  const errors = useServerErrors(form.error, shown);
  const errorOf = (name: string) => problems?.some(({ field }) => field === name) || errors.of(name);
  const { draft, change } = form;
  const { text } = bindFields(form, errorOf);
  const expertise = useChips({
    entries: draft.expertise,
    pending: draft.skill,
    onChange: (entries, skill) => change({ expertise: entries, skill }),
  });
  const submit = () => {
    const found = findProblems(draft);
    onTry?.();
    form.forgetError();
    setProblems(found.length > 0 ? found : undefined);
    if (found.length === 0) form.save();
  };
  const choosePhoto = (image: File | undefined) => {
    const isOther = image && !image.type.startsWith('image/');
    setProblems(isOther ? [{ field: 'image', message: 'Photo must be an image file' }] : undefined);
    const image_alt = image ? undefined : form.state.ground.base.image_alt;
    if (!isOther) change({ image, image_alt });
  };
  const notice = problems ? (
    <FailureNote failure={{ message: problems.map(({ message }) => message).join('\n') }} />
  ) : form.error ? (
    <SaveAlert error={form.error} fallback={fallback} />
  ) : (
    remark
  );
  return (
    <>
      <PageHeader title="Team Management" />
      <FormDialog
        title={title}
        form={form}
        notice={notice}
        problem={problems ?? errors.failure}
        saveLabel={saveLabel}
        onSave={submit}
        onCancel={onCancel}
      >
        <div className={classes.columns}>
          <div className={classes.column}>
            <TextInput label="Name" data-autofocus {...text('name')} />
            <div className={classes.pair}>
              <NativeSelect label="Role" data={roles} {...text('role')} />
              <NativeSelect label="Section" data={sections} {...text('section')} />
            </div>
            <Textarea label="Description" rows={5} {...text('description')} />
            <ChipsField label="Expertise" chips={expertise} error={errorOf('expertise')} />
          </div>
          <PhotoField
            file={draft.image}
            stored={photo}
            error={errors.of('image')}
            progress={form.isSaving ? form.progress : undefined}
            onStop={form.stop}
            alt={draft.image_alt ?? null}
            altError={errors.of('image_alt')}
            onAlt={(alt) => change({ image_alt: alt ?? undefined })}
            onChange={choosePhoto}
          />
        </div>
      </FormDialog>
    </>
  );
}
