import { Alert, Stack, Text } from '@mantine/core';
import { TRPCClientError } from '@trpc/client';
import { useState } from 'react';
import type { memberColumns } from '../../../../src/modules/team/team.facts.ts';
import { parseApiError } from '../../../api/errors.ts';
import { ErrorAlert, FailureText, ResubmitButton } from '../../components/error-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import type { SaveWay } from '../../core/surrounding-form.ts';
import { FormModal } from '../../form/form-modal.tsx';
import { FieldErrorsProvider } from '../../resource/form-context.tsx';
import { libraryChoice } from '../../resource/library-choice.ts';
import type { FormValues, CustomFrameProps } from '../../resource/resource-types.ts';
import { MemberPhotoInput, type PhotoRemovalResult, usePhotoRemoval } from './member-photo-input.tsx';
import classes from './team.module.css';

interface Problem {
  field: string;
  message: string;
}

/** If required fields are empty, nothing is sent, and one alert lists them. */
export function MemberForm(props: CustomFrameProps<typeof memberColumns>) {
  const { title, saveLabel, form, errors, isNew, values, Field, onCancel, action, aside } = props;
  const [problems, setProblems] = useState<Problem[]>();
  // The server raises the version by one when it removes the photo, and `patch` does so in the form. If somebody else
  // has saved in between, the next save is refused as intended.
  const photo = usePhotoRemoval(form.baseline.row?.id, () => form.patch({ stored: null }));
  const errorOf = (name: string) => problems?.some(({ field }) => field === name) || errors.of(name);
  const submit = (way: SaveWay) => {
    const missing = findProblems(values);
    photo.forgetRemark();
    form.clearError();
    setProblems(missing.length > 0 ? missing : undefined);
    if (missing.length === 0) form.save(way);
  };
  const removePhoto = () => {
    form.clearError();
    photo.remove();
  };
  const choosePhoto = (image: File | undefined) => {
    const isOther = image && !image.type.startsWith('image/');
    setProblems(isOther ? [{ field: 'image', message: 'Photo must be an image file' }] : undefined);
    if (isOther) return;
    form.setValues({ image, existing_image: null, alt: image ? null : form.baseline.values.alt });
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
        failure={errors.failure}
        problem={problems ?? errors.failure}
        saveLabel={saveLabel}
        onSave={submit}
        onCancel={onCancel}
        action={action}
      >
        <FieldErrorsProvider errorOf={errorOf}>
          <div className={classes.columns}>
            <Stack gap="lg" miw={0}>
              <Field name="name" isFocusedFirst />
              <div className={classes.pair}>
                <Field name="role" />
                <Field name="section" />
              </div>
              <Field name="description" rows={5} />
              <Field name="expertise" />
              <Field name="ask_about" placeholder="e.g., restore drills" />
              <div className={classes.pair}>
                <Field name="email" description="Shown as a link, hidden from most robots." />
                <Field name="linkedin" placeholder="https://www.linkedin.com/in/…" />
              </div>
              <Field
                name="photograph"
                description="A picture of the library. The site shows it instead of the photo, which stays stored."
              />
            </Stack>
            <MemberPhotoInput
              file={values.image}
              stored={{
                path: values.stored ?? undefined,
                isRemoving: photo.isRemoving,
                remove: removePhoto,
              }}
              library={libraryChoice(values, form.baseline.values.alt, (choice) =>
                form.setValues({ image: undefined, ...choice }),
              )}
              error={errors.of('image') ?? errors.of('existing_image')}
              progress={form.isSubmitting ? form.progress : undefined}
              onStop={form.stop}
              alt={values.alt}
              altError={errors.of('image_alt')}
              onAlt={(alt) => form.setValues({ alt })}
              onChange={choosePhoto}
            />
          </div>
          {aside}
        </FieldErrorsProvider>
      </FormModal>
    </>
  );
}

/** In the order and with the texts of docs/product.md, §5.3. */
function findProblems(values: FormValues<typeof memberColumns>): Problem[] {
  const hasExpertise = values.expertise.length > 0 || values.expertise_pending.trim() !== '';
  const checks: [boolean, Problem][] = [
    [values.name.trim() !== '', { field: 'name', message: 'Name is required' }],
    [values.role !== '', { field: 'role', message: 'Role is required' }],
    [values.description.trim() !== '', { field: 'description', message: 'Description is required' }],
    [values.section !== '', { field: 'section', message: 'Section is required' }],
    [hasExpertise, { field: 'expertise', message: 'At least one expertise is required' }],
  ];
  return checks.flatMap(([isFine, problem]) => (isFine ? [] : [problem]));
}

interface SaveAlertProps {
  error: unknown;
  /** The text for a failure without field errors (docs/product.md, §8.7). */
  fallback: string;
}

function SaveAlert({ error, fallback }: SaveAlertProps) {
  const failure = parseApiError(error);
  const { requestId } = failure;
  const ofFields = fieldMessages(error);
  if (ofFields.length > 0) return <ErrorAlert failure={{ message: ofFields.join('\n'), requestId }} />;
  return (
    <ErrorAlert failure={{ message: fallback, requestId }}>
      <Text mb="sm">
        <FailureText failure={failure} />
      </Text>
      <ResubmitButton failure={failure} />
    </ErrorAlert>
  );
}

function fieldMessages(error: unknown): string[] {
  if (!(error instanceof TRPCClientError)) return [];
  const errors: Record<string, string[]> = error.data?.errors ?? {};
  return Object.values(errors).flat();
}

function RemovalAlert({ remark }: { remark: PhotoRemovalResult }) {
  if (remark.isFailure) return <ErrorAlert failure={remark} />;
  return (
    <Alert color="accent" role="alert">
      {remark.message}
    </Alert>
  );
}
