import IconX from 'icon:x';
import { ActionIcon, Input, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CaptionedPicture } from '../../../src/shared/column-types.ts';
import { DragHandle, MoveButtons, useDragOrder } from '../components/drag-order.tsx';
import { LibraryButton } from '../library/library-button.tsx';
import { MediaPicture } from '../library/media-picture.tsx';
import library from '../library/library.module.css';
import classes from './controls.module.css';
import { type ControlProps, messageOf } from './field-kind.ts';
import { useMediaItem } from './media-control.tsx';

export function GalleryControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const pictures = form.values[name] as CaptionedPicture[];
  const [said, say] = useState('');
  const box = useRef<HTMLFieldSetElement>(null);
  const most = column.kind === 'gallery' ? column.max : 0;
  const put = (next: CaptionedPicture[]) => form.setValues({ [name]: next });
  const move = (from: number, to: number) => {
    put(pictures.toSpliced(from, 1).toSpliced(to, 0, pictures[from]!));
    say(`Picture ${from + 1} moved to position ${to + 1} of ${pictures.length}`);
  };
  const remove = (place: number) => {
    put(pictures.toSpliced(place, 1));
    say(`Picture ${place + 1} removed`);
    // The focused button disappears with the entry, so the list takes the focus.
    box.current?.focus();
  };
  const { list, begin, markOf } = useDragOrder(pictures.length, move);
  const add = (items: readonly { id: number; caption: string | null }[]) => {
    const known = new Set(pictures.map(({ media_id }) => media_id));
    const fresh = items.filter(({ id }) => !known.has(id));
    const added = fresh.map(({ id, caption }) => ({ caption: (caption ?? '').slice(0, 200), media_id: id }));
    put([...pictures, ...added].slice(0, most));
  };
  const error = messageOf(errorOf(name));
  return (
    <fieldset ref={box} tabIndex={-1} className={classes.box}>
      <legend className={classes.legend}>{label}</legend>
      {layout.description && (
        <Text fz="sm" c="dimmed">
          {layout.description}
        </Text>
      )}
      <ol ref={list} className={classes.list}>
        {pictures.map(({ media_id, caption }, place) => (
          <li key={media_id} className={classes.picture} data-drag={markOf(place)}>
            <DragHandle onBegin={(event) => begin(place, event)} />
            <Thumbnail id={media_id} />
            <TextInput
              label="Caption"
              // The preview finds the input by the attribute `data-part`.
              wrapperProps={{ 'data-part': `${place}.caption` }}
              aria-label={`Caption of picture ${place + 1}`}
              maxLength={200}
              value={caption}
              onChange={({ currentTarget }) =>
                put(pictures.with(place, { caption: currentTarget.value, media_id }))
              }
            />
            <span className={classes.acts}>
              <MoveButtons
                name={`picture ${place + 1}`}
                place={place}
                count={pictures.length}
                onMove={(to) => move(place, to)}
              />
              <ActionIcon
                variant="subtle"
                aria-label={`Remove picture ${place + 1}`}
                onClick={() => remove(place)}
              >
                <IconX size={16} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ol>
      {error && <Input.Error>{error}</Input.Error>}
      {pictures.length < most ? (
        <LibraryButton size="compact-md" purpose={label} multiple onPick={add} />
      ) : (
        <Text fz="sm" c="dimmed">
          At most {most} pictures
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}

function Thumbnail({ id }: { id: number }) {
  const item = useMediaItem(id);
  return (
    <span className={library.thumbnail}>
      {item && <MediaPicture item={item} alt={item.alt ?? ''} sizes="6rem" />}
    </span>
  );
}
