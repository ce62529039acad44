import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { imageHint } from '../../../../src/shared/catalog.ts';
import { pictureWords } from '../../forms/plain-text.ts';
import { type ControlProps, type FieldKind, type Members, messageOf } from '../../resource/field-kind.ts';
import { type PictureDraft, pictureKind } from '../../resource/field-kinds.ts';
import { PictureField } from '../../ui/picture-field.tsx';
import { PictureWords } from '../../ui/picture-words.tsx';

/** What a draft holds of a picture. `stored` is a path, or an address on the web. */
interface ImageDraft extends PictureDraft {
  /** A newly chosen file. It wins over an address. */
  image: File | undefined;
  /** Where a picture is on the web. */
  address: string;
}

/** An address is looked at when the typing rests. */
const restMs = 500;

const uploaded = pictureKind('image');

/** The picture of a project: a file, or where one is on the web. The last that was given counts. */
export const fileOrAddress: FieldKind = {
  ...uploaded,
  initial: { ...uploaded.initial, address: '' },
  fromRow: (row) => ({
    ...uploaded.fromRow(row),
    address: isOnWeb(String(row.image)) ? row.image : '',
  }),
  show: (draft) => {
    const { image, address, stored, alt } = imageIn(draft);
    return (!image && address) || pictureWords(image, isRemoved(draft) ? null : stored, alt);
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
 * Whether the stored picture goes: that was asked for, or its address on the web was emptied. Another one in its place comes
 * before that.
 */
function isRemoved(draft: Members): boolean {
  const { image, address, stored, remove_image } = imageIn(draft);
  if (image || address.trim()) return false;
  return remove_image || Boolean(stored && isOnWeb(stored));
}

/** Whether a picture is somewhere on the web, and not below our own site root. */
function isOnWeb(address: string): boolean {
  return /^https?:\/\/./i.test(address);
}

function ProjectImage({ label, form, errorOf }: ControlProps) {
  const { image, address: typed, stored, alt, remove_image } = imageIn(form.draft);
  const [address] = useDebouncedValue(typed.trim(), restMs);
  const storedAlt = form.state.ground.base.alt;
  const change = (part: Partial<ImageDraft>) => form.change({ ...part });
  // One on the web stands in the field below, and goes when that is emptied.
  const path = stored && !isOnWeb(stored) && !typed.trim() ? stored : undefined;
  return (
    <>
      <PictureField
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
        <PictureWords
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
