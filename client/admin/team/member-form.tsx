import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { teamRoles, teamSections } from '../../../src/shared/catalog.ts';
import { ChipsField } from '../ui/chips-field.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useChips } from '../ui/use-chips.ts';
import { useDraft } from '../ui/use-draft.ts';
import { useServerErrors } from '../ui/use-server-errors.ts';
import {
  findProblems,
  isComplete,
  type MemberDraft,
  type MemberWords,
  type Problem,
} from './member-draft.ts';
import classes from './member-form.module.css';
import { PhotoField, type StoredPhoto } from './photo-field.tsx';
import { SaveAlert } from './save-alert.tsx';

interface MemberFormProps {
  title: string;
  saveLabel: string;
  initial: MemberDraft;
  photo?: StoredPhoto;
  /** What is said of the photo's removal. */
  remark?: ReactNode;
  /** What is said of a failed save without field errors. */
  fallback: string;
  save: { isPending: boolean; error: unknown; reset: () => void };
  progress: number | undefined;
  onSave: (words: MemberWords) => void;
  /** The form is tried: older remarks have had their time. */
  onTry?: () => void;
  onCancel: () => void;
}

const shown = ['name', 'role', 'section', 'description', 'expertise', 'image', 'image_alt'];
const roles = [{ value: '', label: 'Choose a role' }, ...teamRoles];
const sections = [...teamSections];

/** One dialog to add and to edit. What is missing is said in one alert, before anything is sent. */
export function MemberForm(props: MemberFormProps) {
  const { title, saveLabel, initial, photo, remark, fallback, save, progress, onSave, onTry, onCancel } =
    props;
  const [problems, setProblems] = useState<Problem[]>();
  const errors = useServerErrors(save.error, shown);
  const errorOf = (name: string) => problems?.some(({ field }) => field === name) || errors.of(name);
  const { draft, change, text, isTouched } = useDraft(initial, errorOf);
  const expertise = useChips(initial.expertise);
  const submit = () => {
    const words = { ...draft, expertise: expertise.all() };
    const found = findProblems(words);
    onTry?.();
    save.reset();
    setProblems(found.length > 0 ? found : undefined);
    if (isComplete(words)) onSave(words);
  };
  const choosePhoto = (image: File | undefined) => {
    const isOther = image && !image.type.startsWith('image/');
    setProblems(isOther ? [{ field: 'image', message: 'Photo must be an image file' }] : undefined);
    if (!isOther) change({ image, image_alt: undefined });
  };
  const notice = problems ? (
    <FailureNote failure={{ message: problems.map(({ message }) => message).join('\n') }} />
  ) : save.error ? (
    <SaveAlert error={save.error} fallback={fallback} />
  ) : (
    remark
  );
  return (
    <>
      <PageHeader title="Team Management" />
      <FormDialog
        title={title}
        notice={notice}
        problem={problems ?? errors.failure}
        saveLabel={saveLabel}
        isSaving={save.isPending}
        isTouched={isTouched || expertise.isTouched}
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
            progress={save.isPending ? progress : undefined}
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
