import { Box, Button, FileButton, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import IconUpload from 'icon:upload';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { maxCaptionLetters, maxAlbumPictures } from '../../../../src/shared/gallery-limits.ts';
import type { AlbumView, PictureTexts } from '../../../../src/shared/gallery.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { LanguageChoice, useChosenLanguage } from '../../components/language-choice.tsx';
import ordered from '../../components/ordered-list.module.css';
import { OrderedList } from '../../components/ordered-list.tsx';
import { useSiteLanguages } from '../../core/site-languages.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { revisionOf } from '../../form/form-definition.ts';
import { FormElement, SaveBar, SaveButton } from '../../form/form-page.tsx';
import { SignInAgainDialog } from '../../form/sign-in-again-dialog.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { LibraryButton } from '../../library/library-button.tsx';
import library from '../../library/library.module.css';
import { MediaPicture } from '../../library/media-picture.tsx';
import { UploadList, useUploads } from '../../library/upload-list.tsx';
import {
  albumFormDefinition,
  type AlbumItem,
  albumItemName,
  type AlbumValues,
  textsIn,
  toAlbumItem,
  toInput,
  withTextsIn,
} from './album-model.ts';
import classes from './gallery.module.css';

interface AlbumEntryProps {
  entry: AlbumItem;
  place: number;
  /** `part` is for example `caption`, or `''` for the whole entry. */
  errorOf: (part: string) => string | undefined;
  onChange: (part: Partial<AlbumItem>) => void;
}

function AlbumPictureItem({ entry, place, errorOf, onChange }: AlbumEntryProps) {
  const [main = ''] = useSiteLanguages();
  const chosen = useChosenLanguage();
  const language = chosen ?? main;
  const { item, year } = entry;
  const { caption, alt } = textsIn(entry, language, main);
  const isOriginal = language === (entry.lang ?? main);
  const change = (texts: Partial<PictureTexts>) => onChange(withTextsIn(entry, texts, { language, main }));
  const textErrorOf = (part: string) => errorOf(isOriginal ? part : `translations.${language}.${part}`);
  return (
    <div className={`${ordered.inputs} ${classes.entry}`}>
      <span className={library.thumbnail}>
        <MediaPicture item={item} alt="" sizes="8rem" />
      </span>
      <fieldset className={classes.fields} aria-label={`${place + 1}. ${item.name}`}>
        {errorOf('') && <p className={classes.error}>{errorOf('')}</p>}
        <TextInput
          {...(chosen && { className: classes.alt! })}
          label="Caption"
          maxLength={maxCaptionLetters}
          lang={chosen}
          description={(!isOriginal && entry.caption) || undefined}
          value={caption}
          error={textErrorOf('caption')}
          onChange={(event) => change({ caption: event.currentTarget.value })}
        />
        {!chosen && (
          <TextInput
            label="Year"
            inputMode="numeric"
            maxLength={4}
            value={year}
            error={errorOf('year')}
            onChange={(event) => onChange({ year: event.currentTarget.value.replace(/\D/g, '') })}
          />
        )}
        <TextInput
          className={classes.alt!}
          label="Alternative text"
          placeholder="What the picture shows, and who is in it"
          maxLength={250}
          lang={chosen}
          description={(!isOriginal && entry.alt) || undefined}
          value={alt}
          error={textErrorOf('alt')}
          onChange={(event) => change({ alt: event.currentTarget.value })}
        />
      </fieldset>
    </div>
  );
}

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
      // A save may change alternative texts of the library.
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

export function AlbumForm({ album }: { album: AlbumView }) {
  const form = useAlbumForm(album);
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  const [announcement, announce] = useState('');
  const chosen = useChosenLanguage();
  const { pictures } = form.values;
  const setPictures = (next: readonly AlbumItem[]) => form.setValues({ pictures: next });
  const added = useRef(pictures);
  added.current = pictures;
  const add = (items: readonly MediaItemView[]) => {
    const known = new Set(added.current.map(({ item }) => item.id));
    const next = items.filter(({ id }) => !known.has(id)).map((item) => toAlbumItem(item));
    // Several uploads may finish before the next render.
    added.current = [...added.current, ...next].slice(0, maxAlbumPictures);
    setPictures(added.current);
    announce(`${next.length} ${next.length === 1 ? 'picture' : 'pictures'} added`);
  };
  const uploads = useUploads((item) => add([item]), 'picture');
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    if (chosen) return;
    uploads.add([...event.dataTransfer.files]);
  };
  if (form.guard.isRevoked) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by a button
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <FormElement form={form} problem={failure} className={classes.form} onSave={form.submit}>
        <FormAlerts form={form} />
        <LanguageChoice />
        {!chosen && (
          <AddButtons isFull={pictures.length >= maxAlbumPictures} onPick={add} onFiles={uploads.add} />
        )}
        <UploadList uploads={uploads} />
        <OrderedList
          key={revisionOf(form, 'pictures')}
          legend="Pictures of the gallery"
          entries={pictures}
          keyOf={({ item }) => item.id}
          nameOf={albumItemName}
          error={failure?.fields.pictures}
          // The pictures and their order are one for all languages.
          {...(chosen && { min: pictures.length, movable: 0 })}
          onChange={setPictures}
          footer={() =>
            pictures.length === 0 && (
              <Box w="100%">
                <EmptyState
                  title="No pictures chosen"
                  text="Add pictures of the library, upload some, or drop them here. Until then the menu does not link to the gallery, unless sample projects still fill it."
                />
              </Box>
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
  const undescribed = pictures.filter(({ alt }) => alt.trim() === '').length;
  const all = `${pictures.length} ${pictures.length === 1 ? 'picture' : 'pictures'}`;
  return undescribed > 0 ? `${all}, ${undescribed} without a description` : all;
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
