import { Text, TextInput } from '@mantine/core';
import type { CaptionedPicture } from '../../../src/shared/column-types.ts';
import { OrderedList } from '../components/ordered-list.tsx';
import ordered from '../components/ordered-list.module.css';
import { LibraryButton } from '../library/library-button.tsx';
import { MediaPicture } from '../library/media-picture.tsx';
import library from '../library/library.module.css';
import { type ControlProps, messageOf } from './field-kind.ts';
import { useMediaItem } from './media-control.tsx';

export function GalleryControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const pictures = form.values[name] as CaptionedPicture[];
  const max = column.kind === 'gallery' ? column.max : 0;
  const setPictures = (next: CaptionedPicture[]) => form.setValues({ [name]: next });
  const add = (items: readonly { id: number; caption: string | null }[]) => {
    const known = new Set(pictures.map(({ media_id }) => media_id));
    const fresh = items.filter(({ id }) => !known.has(id));
    const added = fresh.map(({ id, caption }) => ({ caption: (caption ?? '').slice(0, 200), media_id: id }));
    setPictures([...pictures, ...added].slice(0, max));
  };
  return (
    <OrderedList
      legend={label}
      description={layout.description}
      entries={pictures}
      keyOf={({ media_id }) => media_id}
      nameOf={(_, place) => `picture ${place + 1}`}
      error={messageOf(errorOf(name))}
      onChange={setPictures}
      footer={() =>
        pictures.length < max ? (
          <LibraryButton size="compact-md" purpose={label} multiple onPick={add} />
        ) : (
          <Text fz="sm" c="dimmed">
            At most {max} pictures
          </Text>
        )
      }
    >
      {({ media_id, caption }, place, { row, change }) =>
        row(
          <div className={ordered.inputs}>
            <Thumbnail id={media_id} />
            <TextInput
              label="Caption"
              // The preview finds the input by the attribute `data-part`.
              wrapperProps={{ 'data-part': `${place}.caption` }}
              aria-label={`Caption of picture ${place + 1}`}
              maxLength={200}
              value={caption}
              onChange={({ currentTarget }) => change({ caption: currentTarget.value, media_id })}
            />
          </div>,
        )
      }
    </OrderedList>
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
