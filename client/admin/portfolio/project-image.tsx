import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { imageHint } from '../../../src/shared/catalog.ts';
import { PictureField } from '../ui/picture-field.tsx';
import { PictureWords } from '../ui/picture-words.tsx';
import { isOnWeb, type ProjectDraft } from './project-draft.ts';

type Picture = Pick<ProjectDraft, 'image' | 'address' | 'alt'>;

interface ProjectImageProps {
  draft: Picture;
  stored: string | null | undefined;
  errorOf: (field: string) => string | undefined;
  progress: number | undefined;
  onChange: (picture: Partial<Picture>) => void;
}

/** An address is looked at when the typing rests. */
const restMs = 500;

/** The picture of a project: a file, or where one is on the web. The last that was given counts. */
export function ProjectImage({ draft, stored, errorOf, progress, onChange }: ProjectImageProps) {
  const [address] = useDebouncedValue(draft.address.trim(), restMs);
  return (
    <>
      <PictureField
        label="Image"
        hint={imageHint}
        file={draft.image}
        stored={sourceOf(isOnWeb(address) ? address : stored)}
        error={errorOf('image')}
        progress={progress}
        onChange={(image) => onChange({ image, alt: null })}
      />
      {(draft.image || (stored && !isOnWeb(stored) && !draft.address)) && (
        <PictureWords alt={draft.alt} error={errorOf('image_alt')} onChange={(alt) => onChange({ alt })} />
      )}
      <TextInput
        label="Or its web address"
        placeholder="https://"
        type="url"
        value={draft.address}
        error={errorOf('existing_image')}
        onChange={(event) => onChange({ address: event.currentTarget.value, image: undefined })}
      />
    </>
  );
}

function sourceOf(picture: string | null | undefined): string | undefined {
  if (!picture) return undefined;
  return isOnWeb(picture) ? picture : `/${picture}`;
}
