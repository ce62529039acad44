import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { imageHint } from '../../../../src/shared/upload-limits.ts';
import { AltTextInput, formatImageVersion } from '../../fields/alt-text-input.tsx';
import { ImageInput } from '../../fields/image-input.tsx';
import { type ControlProps, type FieldKind, type Members, messageOf } from '../../resource/field-kind.ts';
import { type PictureValues, pictureKind } from '../../resource/picture-kind.ts';
import { libraryChoice } from '../../resource/library-choice.ts';

/** `stored` is a path on this site, or a web address. */
interface ImageValues extends PictureValues {
  /** A newly chosen file, which takes precedence over `address`. */
  image: File | undefined;
  address: string;
}

const restMs = 500;

const uploaded = pictureKind('image');

/** A new file, a picture of the library, or a web address. A save stores the one that was entered last. */
export const projectImageField: FieldKind = {
  ...uploaded,
  initial: { ...uploaded.initial, address: '' },
  fromRow: (row) => ({
    ...uploaded.fromRow(row),
    address: isOnWeb(String(row.image)) ? row.image : '',
  }),
  format: (values) => {
    const { image, address, stored, alt, existing_image } = imageIn(values);
    const kept = isRemoved(values) ? null : stored;
    return (!image && address) || formatImageVersion(image, kept, alt, existing_image);
  },
  toInput: (values) => {
    const { image, address, stored, alt, existing_image } = imageIn(values);
    const goes = isRemoved(values);
    return {
      image,
      existing_image: image || goes ? undefined : address.trim() || existing_image || stored || undefined,
      image_alt: alt ?? undefined,
      remove_image: goes || undefined,
    };
  },
  Control: ProjectImage,
};

const imageIn = (values: Members) => values as Members & ImageValues;

/** The person has removed it or emptied its web address, and there is no new one. */
function isRemoved(values: Members): boolean {
  const { image, address, stored, remove_image, existing_image } = imageIn(values);
  if (image || existing_image || address.trim()) return false;
  return remove_image || Boolean(stored && isOnWeb(stored));
}

/** Not a path on this site. */
function isOnWeb(address: string): boolean {
  return /^https?:\/\/./i.test(address);
}

function ProjectImage({ label, form, errorOf }: ControlProps) {
  const { image, address: typed, stored, alt, remove_image, existing_image } = imageIn(form.values);
  const [address] = useDebouncedValue(typed.trim(), restMs);
  const storedAlt = imageIn(form.baseline.values).alt;
  const change = (part: Partial<ImageValues>) => form.setValues({ ...part });
  const library = libraryChoice({ existing_image }, storedAlt, (choice) =>
    change({ image: undefined, ...choice }),
  );
  // A stored web address is in its own field. If that is emptied, a save removes the picture.
  const path = stored && !isOnWeb(stored) && !typed.trim() ? stored : undefined;
  return (
    <>
      <ImageInput
        label={label}
        hint={imageHint}
        file={image}
        stored={isOnWeb(address) ? address : path && `/${path}`}
        error={messageOf(errorOf('image'))}
        library={{
          ...library,
          choose: (item) => {
            change({ address: '' });
            library.choose(item);
          },
        }}
        progress={form.isSubmitting ? form.progress : undefined}
        onStop={form.stop}
        {...(path && {
          removal: { isAsked: remove_image, ask: (isAsked) => change({ remove_image: isAsked }) },
        })}
        onChange={(chosen) =>
          change({
            image: chosen,
            existing_image: null,
            alt: chosen ? null : storedAlt,
            remove_image: false,
          })
        }
      />
      {(image || existing_image || (path && !remove_image)) && (
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
          form.setValues({
            address: event.currentTarget.value,
            image: undefined,
            existing_image: null,
            alt: storedAlt,
            remove_image: false,
          })
        }
      />
    </>
  );
}
