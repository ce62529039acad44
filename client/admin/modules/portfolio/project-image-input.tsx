import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { imageHint } from '../../../../src/shared/catalog.ts';
import { AltTextInput, describeImage } from '../../fields/alt-text-input.tsx';
import { ImageInput } from '../../fields/image-input.tsx';
import { type ControlProps, type FieldKind, type Members, messageOf } from '../../resource/field-kind.ts';
import { type PictureDraft, pictureKind } from '../../resource/field-kinds.ts';

/** The picture of a draft. `stored` is a path, or a web address. */
interface ImageDraft extends PictureDraft {
  /** A newly chosen file. It takes precedence over an address. */
  image: File | undefined;
  /** The web address of the picture. */
  address: string;
}

/** The preview loads an address after this pause in typing. */
const restMs = 500;

const uploaded = pictureKind('image');

/** The picture of a project: a file or a web address. The last one entered counts. */
export const fileOrAddress: FieldKind = {
  ...uploaded,
  initial: { ...uploaded.initial, address: '' },
  fromRow: (row) => ({
    ...uploaded.fromRow(row),
    address: isOnWeb(String(row.image)) ? row.image : '',
  }),
  show: (draft) => {
    const { image, address, stored, alt } = imageIn(draft);
    return (!image && address) || describeImage(image, isRemoved(draft) ? null : stored, alt);
  },
  toInput: (draft) => {
    const { image, address, stored, alt } = imageIn(draft);
    const goes = isRemoved(draft);
    return {
      image,
      existing_image: image || goes ? undefined : address.trim() || stored || undefined,
      image_alt: alt ?? undefined,
      remove_image: goes || undefined,
    };
  },
  errorNames: [...uploaded.errorNames, 'existing_image'],
  Control: ProjectImage,
};

const imageIn = (draft: Members) => draft as unknown as ImageDraft;

/**
 * Returns whether the save removes the stored picture: the person asked for it, or emptied its web address. A
 * new picture takes precedence.
 */
function isRemoved(draft: Members): boolean {
  const { image, address, stored, remove_image } = imageIn(draft);
  if (image || address.trim()) return false;
  return remove_image || Boolean(stored && isOnWeb(stored));
}

/** Returns whether the address is a web address, and not a path on this site. */
function isOnWeb(address: string): boolean {
  return /^https?:\/\/./i.test(address);
}

function ProjectImage({ label, form, errorOf }: ControlProps) {
  const { image, address: typed, stored, alt, remove_image } = imageIn(form.draft);
  const [address] = useDebouncedValue(typed.trim(), restMs);
  const storedAlt = form.state.ground.base.alt;
  const change = (part: Partial<ImageDraft>) => form.change({ ...part });
  // A web address is shown in the field below. Emptying that field removes the picture.
  const path = stored && !isOnWeb(stored) && !typed.trim() ? stored : undefined;
  return (
    <>
      <ImageInput
        label={label}
        hint={imageHint}
        file={image}
        stored={isOnWeb(address) ? address : path && `/${path}`}
        error={messageOf(errorOf('image'))}
        progress={form.isSaving ? form.progress : undefined}
        onStop={form.stop}
        {...(path && {
          removal: { isAsked: remove_image, ask: (isAsked) => change({ remove_image: isAsked }) },
        })}
        onChange={(chosen) =>
          form.change({ image: chosen, alt: chosen ? null : storedAlt, remove_image: false })
        }
      />
      {(image || (path && !remove_image)) && (
        <AltTextInput
          alt={alt}
          error={messageOf(errorOf('image_alt'))}
          onChange={(text) => change({ alt: text })}
        />
      )}
      <TextInput
        label="Or image URL"
        placeholder="https://"
        type="url"
        value={typed}
        error={errorOf('existing_image')}
        onChange={(event) =>
          form.change({
            ...{ address: event.currentTarget.value, image: undefined },
            ...{ alt: storedAlt, remove_image: false },
          })
        }
      />
    </>
  );
}
