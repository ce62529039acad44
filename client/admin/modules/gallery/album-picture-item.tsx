import { TextInput } from '@mantine/core';
import { maxCaptionLetters } from '../../../../src/shared/gallery-limits.ts';
import ordered from '../../components/ordered-list.module.css';
import { MediaPicture } from '../../library/media-picture.tsx';
import type { AlbumItem } from './album-model.ts';
import library from '../../library/library.module.css';
import classes from './gallery.module.css';

interface AlbumEntryProps {
  entry: AlbumItem;
  place: number;
  /** Returns the message of a field of the entry, such as `caption`, or that of the whole entry for `''`. */
  errorOf: (part: string) => string | undefined;
  onChange: (part: Partial<AlbumItem>) => void;
}

/** One picture of the album with the inputs for its texts. */
export function AlbumPictureItem({ entry, place, errorOf, onChange }: AlbumEntryProps) {
  const { item, caption, year, alt } = entry;
  return (
    <div className={`${ordered.inputs} ${classes.entry}`}>
      <span className={library.thumbnail}>
        <MediaPicture item={item} alt="" sizes="8rem" />
      </span>
      <fieldset className={classes.fields} aria-label={`${place + 1}. ${item.name}`}>
        {errorOf('') && <p className={classes.error}>{errorOf('')}</p>}
        <TextInput
          label="Caption"
          maxLength={maxCaptionLetters}
          value={caption}
          error={errorOf('caption')}
          onChange={(event) => onChange({ caption: event.currentTarget.value })}
        />
        <TextInput
          label="Year"
          inputMode="numeric"
          maxLength={4}
          value={year}
          error={errorOf('year')}
          onChange={(event) => onChange({ year: event.currentTarget.value.replace(/\D/g, '') })}
        />
        <TextInput
          className={classes.alt!}
          label="Alternative text"
          placeholder="What the picture shows, and who is in it"
          maxLength={250}
          value={alt}
          error={errorOf('alt')}
          onChange={(event) => onChange({ alt: event.currentTarget.value })}
        />
      </fieldset>
    </div>
  );
}
