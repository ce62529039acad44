import { Button, FileButton, Input } from '@mantine/core';
import { useId, useState } from 'react';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import type { PictureField } from '../../../../src/shared/settings/field-types.ts';
import { parseApiError } from '../../../api/errors.ts';
import { formInput } from '../../../api/form-input.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs } from '../../../api/types.ts';
import { useServices } from '../../core/admin-context.ts';
import { LibraryButton } from '../../library/library-button.tsx';
import classes from './brand.module.css';

interface PictureSettingProps {
  group: string;
  path: string;
  field: PictureField;
  /** The path of the stored picture, or `''`. */
  value: string;
  error: string | undefined;
  /** `alt` is the alternative text of a picture that was chosen from the library. */
  onChange: (value: string, alt?: string | null) => void;
  onUploaded: (colours: string[]) => void;
}

/** A chosen file is uploaded at once. The site shows it after a save of the form. */
export function PictureSetting(props: PictureSettingProps) {
  const { group, path, field, value, error, onChange, onUploaded } = props;
  const id = useId();
  const [refusal, refuse] = useState<string>();
  const { client } = trpc.useUtils();
  const tasks = useServices().tasks;
  const [isBusy, setBusy] = useState(false);
  const upload = async (file: File | null) => {
    if (!file || isBusy) return;
    setBusy(true);
    refuse(undefined);
    try {
      const input = formInput<ApiInputs['settings']['uploadPicture']>({ group, field: path, picture: file });
      const stored = await client.settings.uploadPicture.mutate(input, { context: { form: true } });
      onChange(stored.path);
      onUploaded(stored.colours);
    } catch (failure) {
      const { message, fields } = parseApiError(failure);
      refuse(fields.picture ?? message);
    } finally {
      setBusy(false);
    }
  };
  const choose = async ({ path, name, alt }: MediaItemView) => {
    if (!path) return;
    if (field.isPhoto) return onChange(path, alt);
    // The server prepares an uploaded logo for its place, so a logo of the library is uploaded again as a file.
    const stored = fetch(`/${path}`).then((answer) => (answer.ok ? answer.blob() : undefined));
    const picture = await tasks.follow(stored).catch(() => undefined);
    if (!picture) return refuse('The picture could not be read. Try again.');
    await upload(new File([picture], name));
  };
  return (
    <Input.Wrapper
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload(event.dataTransfer.files[0] ?? null);
      }}
      id={id}
      label={field.label}
      labelElement="div"
      description={field.help}
      error={refusal ?? error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      {value && field.isPhoto && <img src={`/${value}`} alt={field.label} className={classes.photo} />}
      {value && !field.isPhoto && (
        <div className={classes.shown}>
          <img src={`/${value}`} alt={`${field.label}, on a light background`} className={classes.onLight} />
          <img src={`/${value}`} alt={`${field.label}, on a dark background`} className={classes.onDark} />
        </div>
      )}
      <div className={classes.acts}>
        <FileButton accept={field.isPhoto ? 'image/*' : '.svg,image/*'} onChange={upload}>
          {(props) => (
            <Button {...props} variant="default" size="compact-md" aria-disabled={isBusy}>
              {isBusy ? 'Uploading...' : `${value ? 'Change' : 'Choose'} ${field.label.toLowerCase()}`}
            </Button>
          )}
        </FileButton>
        <LibraryButton
          size="compact-md"
          purpose={field.label.toLowerCase()}
          onPick={([item]) => item && void choose(item)}
        />
        {value && (
          <Button variant="subtle" size="compact-md" onClick={() => onChange('')}>
            {`Remove ${field.label.toLowerCase()}`}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
