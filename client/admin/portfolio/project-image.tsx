import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { imageHint } from '../../../src/shared/catalog.ts';
import { PictureField } from '../ui/picture-field.tsx';
import { PictureWords } from '../ui/picture-words.tsx';
import { isOnWeb, type ProjectDraft } from './project-draft.ts';

type Picture = Pick<ProjectDraft, 'image' | 'address' | 'alt' | 'remove_image'>;

interface ProjectImageProps {
  draft: Picture;
  stored: string | null | undefined;
  errorOf: (field: string) => string | undefined;
  progress: number | undefined;
  /** What was said of the stored picture. */
  storedAlt: string | null;
  onStop: () => void;
  onChange: (picture: Partial<Picture>) => void;
}

/** An address is looked at when the typing rests. */
const restMs = 500;

/** The picture of a project: a file, or where one is on the web. The last that was given counts. */
export function ProjectImage(props: ProjectImageProps) {
  const { draft, stored, storedAlt, errorOf, progress, onStop, onChange } = props;
  const [address] = useDebouncedValue(draft.address.trim(), restMs);
  // One on the web stands in the field below, and goes when that is emptied.
  const kept = stored && !isOnWeb(stored) && !draft.address.trim() ? stored : undefined;
  return (
    <>
      <PictureField
        label="Image"
        hint={imageHint}
        file={draft.image}
        stored={isOnWeb(address) ? address : kept && `/${kept}`}
        error={errorOf('image')}
        progress={progress}
        onStop={onStop}
        {...(kept && {
          removal: { isAsked: draft.remove_image, ask: (remove_image) => onChange({ remove_image }) },
        })}
        onChange={(image) => onChange({ image, alt: image ? null : storedAlt, remove_image: false })}
      />
      {(draft.image || (kept && !draft.remove_image)) && (
        <PictureWords alt={draft.alt} error={errorOf('image_alt')} onChange={(alt) => onChange({ alt })} />
      )}
      <TextInput
        label="Or its web address"
        placeholder="https://"
        type="url"
        value={draft.address}
        error={errorOf('existing_image')}
        onChange={(event) =>
          onChange({
            address: event.currentTarget.value,
            image: undefined,
            alt: storedAlt,
            remove_image: false,
          })
        }
      />
    </>
  );
}
