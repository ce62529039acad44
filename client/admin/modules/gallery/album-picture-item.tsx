import IconX from 'icon:x';
import { ActionIcon, TextInput } from '@mantine/core';
import type { PointerEvent } from 'react';
import { maxCaptionLetters } from '../../../../src/shared/gallery-limits.ts';
import { DragHandle, type DragMark, MoveButtons } from '../../components/drag-order.tsx';
import { MediaPicture } from '../../library/media-picture.tsx';
import { type AlbumItem, albumItemName } from './album-model.ts';
import library from '../../library/library.module.css';
import classes from './gallery.module.css';

interface AlbumEntryProps {
  entry: AlbumItem;
  place: number;
  count: number;
  mark: DragMark;
  /**
   * Returns the error message of a field of the entry, such as `caption`. For `''`, returns the error message
   * of the whole entry.
   */
  errorOf: (part: string) => string | undefined;
  onChange: (part: Partial<AlbumItem>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDrag: (event: PointerEvent) => void;
}

/**
 * One picture of the album with the inputs for its texts, and with the controls that move and remove the
 * picture.
 */
export function AlbumPictureItem(props: AlbumEntryProps) {
  const { entry, place, count, mark, errorOf, onChange, onMove, onRemove, onDrag } = props;
  const { item, caption, year, alt } = entry;
  const name = albumItemName(entry);
  return (
    <li className={classes.entry} data-drag={mark}>
      <DragHandle onBegin={onDrag} />
      <span className={library.thumbnail}>
        <MediaPicture item={item} alt="" sizes="8rem" />
      </span>
      <div className={classes.acts}>
        <MoveButtons name={name} place={place} count={count} onMove={onMove} />
        <ActionIcon variant="subtle" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </div>
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
    </li>
  );
}
