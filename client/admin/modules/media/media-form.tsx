import { Button, Textarea, TextInput } from '@mantine/core';
import IconTrash from 'icon:trash';
import { type ChangeEvent, useState } from 'react';
import { mediaFacts, mediaKindOf } from '../../../../src/modules/library/library.facts.ts';
import type { MediaDetail, MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import { AltTextInput } from '../../fields/alt-text-input.tsx';
import { TagsInput, useTagsField } from '../../fields/tags-input.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { EditFormLoader, useEditQueryArguments } from '../../form/edit-form-loader.tsx';
import { FormColumns } from '../../form/form-columns.tsx';
import { field, type FormDefinition } from '../../form/form-definition.ts';
import { FormPage } from '../../form/form-page.tsx';
import { queriesExceptRows } from '../../form/submit-record.ts';
import { useRecordForm } from '../../form/use-record-form.ts';
import { MediaPicture } from '../../library/media-picture.tsx';
import { useRecordNavigation } from '../../list/use-list-params.ts';
import { FocalPoint } from './focal-point.tsx';
import { MediaUses } from './media-uses.tsx';
import classes from './media.module.css';
import { ReplaceFile } from './replace-file.tsx';
import { useMediaRemoval } from './use-media-removal.tsx';

function FileFacts({ item }: { item: MediaItemView }) {
  return (
    <div className={classes.section}>
      <div className={classes.fileSign}>
        <MediaPicture item={item} alt="" sizes="12rem" />
      </div>
      {item.file && (
        <>
          <a href={item.file.url} target="_blank" rel="noreferrer" className={classes.address}>
            {new URL(item.file.url, location.href).href}
          </a>
          <p className={classes.quiet}>
            Links to this address stay valid when the file is replaced. Only people who know it can open it.
          </p>
        </>
      )}
    </div>
  );
}

interface MediaValues {
  name: string;
  alt: string | null;
  caption: string;
  credit: string;
  tags: string[];
  /** Typed but not added yet. A save adds it. */
  tag: string;
  focal_x: number;
  focal_y: number;
}

const definition: FormDefinition<MediaValues, MediaItemView> = {
  name: 'media',
  toValues: ({ name, alt, caption, credit, tags, focal_x, focal_y }) => ({
    name,
    alt,
    caption: caption ?? '',
    credit: credit ?? '',
    tags,
    tag: '',
    focal_x,
    focal_y,
  }),
  fields: [
    field('name', 'Name'),
    { ...field('alt', 'Alternative text'), format: ({ alt }) => (alt === '' ? 'Decoration' : (alt ?? '')) },
    field('caption', 'Caption'),
    field('credit', 'Credit'),
    {
      label: 'Tags',
      names: ['tags', 'tag'],
      format: ({ tags, tag }) => [...tags, tag].filter(Boolean).join('\n'),
    },
    {
      label: 'Focal point',
      names: ['focal_x', 'focal_y'],
      format: ({ focal_x, focal_y }) => `${focal_x * 10}% from the left, ${focal_y * 10}% from the top`,
    },
  ],
};

const shown = ['name', 'alt', 'caption', 'credit', 'tags'];

export function MediaEdit() {
  const query = trpc.media.one.useQuery(...useEditQueryArguments());
  return (
    <EditFormLoader
      title="Edit Picture"
      query={query}
      subject="the picture"
      list={{ path: mediaFacts.path, nouns: 'the media library' }}
    >
      {(detail) => <MediaForm key={detail.item.id} {...detail} />}
    </EditFormLoader>
  );
}

function useMediaForm(item: MediaItemView, onSuccess: () => void) {
  const { client, media } = trpc.useUtils();
  const calls = {
    update: async (
      { tag, tags, caption, credit, ...values }: MediaValues,
      row: { id: number; version: number },
      options: object,
    ) => {
      const all = tag.trim() ? [...tags, tag.trim()] : tags;
      const input = { ...values, tags: all, caption: caption || null, credit: credit || null };
      return (await client.media.change.mutate({ ...input, ...row }, options)).item;
    },
    refresh: () => media.invalidate(undefined, queriesExceptRows),
  };
  const defaultValues = definition.toValues(item);
  return useRecordForm(definition, calls, {
    row: item,
    defaultValues,
    successMessage: item.file ? 'File saved' : 'Picture saved',
    onSuccess,
  });
}

function MediaForm({ item, uses }: MediaDetail) {
  const { backToList } = useRecordNavigation(mediaFacts.path);
  // A replaced file changes only `current`, so that no input is lost.
  const [current, setCurrent] = useState(item);
  const kind = mediaKindOf(item.type);
  const noun = kind === 'file' ? 'File' : 'Picture';
  const form = useMediaForm(item, backToList);
  const errors = useSaveErrors(form.error, shown);
  const { alt, tags, tag, focal_x, focal_y } = form.values;
  const text = (name: 'name' | 'caption' | 'credit') => ({
    value: form.values[name],
    error: errors.of(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.setValues({ [name]: event.currentTarget.value }),
  });
  const chips = useTagsField({
    entries: tags,
    pending: tag,
    onChange: (entries, pending) => form.setValues({ tags: [...entries], tag: pending }),
  });
  return (
    <FormPage
      title={`Edit ${noun}`}
      form={form}
      failure={errors.failure}
      saveLabel={`Save ${noun}`}
      onCancel={backToList}
    >
      <FormColumns
        main={
          kind === 'file' ? (
            <FileFacts item={current} />
          ) : (
            <>
              <FocalPoint
                item={current}
                x={focal_x}
                y={focal_y}
                onChange={(x, y) => form.setValues({ focal_x: x, focal_y: y })}
              />
              <div>
                <AltTextInput
                  alt={alt}
                  error={errors.of('alt')}
                  onChange={(next) => form.setValues({ alt: next })}
                />
              </div>
              <Textarea
                label="Caption"
                description="Shown below the picture"
                rows={2}
                maxLength={500}
                {...text('caption')}
              />
              <TextInput
                label="Credit"
                description="Who made the picture"
                maxLength={200}
                {...text('credit')}
              />
            </>
          )
        }
        side={
          <>
            <TextInput label="Name" maxLength={200} {...text('name')} />
            <TagsInput label="Tags" chips={chips} error={errors.of('tags')} />
            <MediaUses uses={uses} kind={kind} isAttached={current.is_attached} />
            <ReplaceFile
              item={current}
              version={form.baseline.row?.version}
              onReplaced={(next) => {
                setCurrent(next);
                form.patch({});
              }}
            />
            {uses.length === 0 && <Deletion item={current} onDeleted={backToList} />}
          </>
        }
      />
    </FormPage>
  );
}

function Deletion({ item, onDeleted }: { item: MediaItemView; onDeleted: () => void }) {
  const askRemoval = useMediaRemoval(onDeleted);
  return (
    <div className={classes.section}>
      <Button
        variant="default"
        color="signal"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => askRemoval(item)}
      >
        {`Delete ${mediaKindOf(item.type)}`}
      </Button>
    </div>
  );
}
