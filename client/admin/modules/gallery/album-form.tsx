import IconUpload from 'icon:upload';
import { Button, FileButton, Group, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import type { AlbumView } from '../../../../src/shared/gallery.ts';
import { maxAlbumPictures } from '../../../../src/shared/gallery-limits.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { OrderedList } from '../../components/ordered-list.tsx';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { revisionOf } from '../../form/form-definition.ts';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import { FormElement, SaveBar, SaveButton } from '../../form/form-page.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { LibraryButton } from '../../library/library-button.tsx';
import { UploadList, useUploads } from '../../library/upload-list.tsx';
import { AlbumPictureItem } from './album-picture-item.tsx';
import {
  type AlbumValues,
  albumFormDefinition,
  type AlbumItem,
  toAlbumItem,
  albumItemName,
  toInput,
} from './album-model.ts';
import classes from './gallery.module.css';

function useAlbumForm(album: AlbumView) {
  const utils = trpc.useUtils();
  const [row] = useState(album);
  const save = async (values: AlbumValues, version: number, options: object) => {
    const input = { version, pictures: toInput(values) };
    return (await utils.client.gallery.update.mutate(input, options)).album;
  };
  return useRecordForm(
    albumFormDefinition,
    {
      update: (values, { version }, options) => save(values, version, options),
      // A save of the album may change alternative texts in the library, so the cached pictures of the
      // library are reloaded.
      refresh: () => utils.media.invalidate(),
      onStored: (stored) => utils.gallery.one.setData(undefined, { album: stored }),
    },
    {
      row,
      defaultValues: albumFormDefinition.toValues(row),
      successMessage: 'Saved. Visitors see it now.',
    },
  );
}

/**
 * The form in which staff choose the pictures of the gallery, their order, captions, years and alternative
 * texts.
 */
export function AlbumForm({ album }: { album: AlbumView }) {
  const form = useAlbumForm(album);
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  const [announcement, announce] = useState('');
  const { pictures } = form.values;
  const setPictures = (next: readonly AlbumItem[]) => form.setValues({ pictures: next });
  const added = useRef(pictures);
  added.current = pictures;
  const add = (items: readonly MediaItemView[]) => {
    const known = new Set(added.current.map(({ item }) => item.id));
    const next = items.filter(({ id }) => !known.has(id)).map((item) => toAlbumItem(item));
    // Several uploads may finish before the next render. The ref therefore collects the pictures of all
    // uploads.
    added.current = [...added.current, ...next].slice(0, maxAlbumPictures);
    setPictures(added.current);
    announce(`${next.length} ${next.length === 1 ? 'picture' : 'pictures'} added`);
  };
  const uploads = useUploads((item) => add([item]), 'picture');
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    uploads.add([...event.dataTransfer.files]);
  };
  if (form.guard.isRevoked) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by a button
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <FormElement form={form} problem={failure} className={classes.form} onSave={form.submit}>
        <FormAlerts form={form} />
        <AddButtons isFull={pictures.length >= maxAlbumPictures} onPick={add} onFiles={uploads.add} />
        <UploadList uploads={uploads} />
        <OrderedList
          key={revisionOf(form, 'pictures')}
          legend="Pictures of the gallery"
          entries={pictures}
          keyOf={({ item }) => item.id}
          nameOf={albumItemName}
          error={failure?.fields.pictures}
          onChange={setPictures}
          footer={() =>
            pictures.length === 0 && (
              <EmptyState
                title="No pictures chosen"
                text="Add pictures of the library, upload some, or drop them here. Until then the menu does not link to the gallery, unless sample projects still fill it."
              />
            )
          }
        >
          {(entry, place, { row, change }) =>
            row(
              <AlbumPictureItem
                entry={entry}
                place={place}
                errorOf={(part) => failure?.fields[`pictures.${place}${part && `.${part}`}`]}
                onChange={(part) => change({ ...entry, ...part })}
              />,
            )
          }
        </OrderedList>
        <SaveBar form={form} failure={failure} className={classes.actions}>
          <Text span c="dimmed">
            {countOf(pictures)}
          </Text>
          <SaveButton form={form} label="Save Gallery" />
        </SaveBar>
      </FormElement>
      <SignInAgainDialog guard={form.guard} />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

function countOf(pictures: readonly AlbumItem[]): string {
  const unsaid = pictures.filter(({ alt }) => alt.trim() === '').length;
  const all = `${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}`;
  return unsaid > 0 ? `${all}, ${unsaid} without a description` : all;
}

interface AddButtonsProps {
  isFull: boolean;
  onPick: (items: MediaItemView[]) => void;
  onFiles: (files: File[]) => void;
}

function AddButtons({ isFull, onPick, onFiles }: AddButtonsProps) {
  if (isFull) return <Text c="dimmed">The gallery is full: it may have {maxAlbumPictures} pictures.</Text>;
  return (
    <Group gap="sm">
      <LibraryButton multiple onPick={onPick} />
      <FileButton accept="image/*" multiple onChange={onFiles}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
          >
            Upload pictures
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
