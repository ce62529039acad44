import { Button, FileButton, Group } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import IconPencil from 'icon:pencil';
import IconTrash from 'icon:trash';
import IconUpload from 'icon:upload';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  mediaFacts,
  type MediaKind,
  type MediaType,
  mediaTypes,
} from '../../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import { useServices } from '../../core/admin-context.ts';
import { acceptAttributes, formatSizeOrDimensions } from '../../library/file-labels.ts';
import { altTextLabel } from '../../library/media-picker.tsx';
import { MediaPicture } from '../../library/media-picture.tsx';
import { UploadList, useUploads } from '../../library/upload-list.tsx';
import type { Column } from '../../list/data-table.tsx';
import { ListRows } from '../../list/list-rows.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import { findOptionValue, PagedList } from '../../list/paged-list.tsx';
import { CardDetail, CardTime, type CommonCardParts, RecordCard } from '../../list/record-card.tsx';
import type { RowAction } from '../../list/row-actions.tsx';
import { pageQueryOf, useListParams, useRecordNavigation } from '../../list/use-list-params.ts';
import classes from './media.module.css';
import { useMediaRemoval } from './use-media-removal.tsx';

function MediaCard({ item, ...acts }: { item: MediaItemView } & CommonCardParts) {
  const { name, alt, type, created_at } = item;
  return (
    <RecordCard
      {...acts}
      title={name}
      picture={
        <span className={classes.frame}>
          <MediaPicture item={item} alt="" sizes="(min-width: 48rem) 20rem, 100vw" />
        </span>
      }
      facts={
        <>
          <span>{[type.toUpperCase(), formatSizeOrDimensions(item)].filter(Boolean).join(' · ')}</span>
          <CardTime iso={created_at} />
        </>
      }
      detail={
        !item.file && (
          <CardDetail>
            <span className={alt === null ? classes.unsaid : undefined}>{altTextLabel(alt)}</span>
          </CardDetail>
        )
      }
    />
  );
}

/** Props of an element that accepts dropped files. `isOver` is true while files are above it. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    isOver,
    props: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

const { path: address, pageSize, sorts } = mediaFacts;

const typeOptions = mediaTypes.map((value) => ({ value, label: value.toUpperCase() }));
const kindOptions = [
  { value: 'picture', label: 'Pictures' },
  { value: 'file', label: 'Files' },
];
const altOptions = [
  { value: 'false', label: 'Not described' },
  { value: 'true', label: 'Described' },
];
const useOptions = [
  { value: 'false', label: 'Not used' },
  { value: 'true', label: 'Used' },
];

const columns: Column<MediaItemView>[] = [
  {
    id: 'picture',
    header: 'Picture',
    cell: (item) => (
      <span className={classes.thumbnail}>
        <MediaPicture item={item} alt="" sizes="4rem" />
      </span>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    isSortable: true,
    isRowHeader: true,
    isWide: true,
    cell: ({ name }) => name,
  },
  {
    id: 'alt',
    header: 'Alternative text',
    hasLabel: true,
    cell: ({ alt, file }) => (file ? '' : altTextLabel(alt)),
  },
  {
    id: 'size',
    header: 'Size',
    hasLabel: true,
    cell: formatSizeOrDimensions,
  },
  {
    id: 'created_at',
    header: 'Added',
    isSortable: true,
    hasLabel: true,
    cell: ({ created_at }) => <CardTime iso={created_at} />,
  },
];

export function MediaList() {
  const { editHref } = useRecordNavigation(address);
  const params = useListParams({ name: 'media', pageSize, sorts });
  const flagOf = (name: string, options: typeof altOptions) => {
    const value = findOptionValue(options, params.filter(name));
    return value === undefined ? undefined : value === 'true';
  };
  const type = findOptionValue(typeOptions, params.filter('type')) as MediaType | undefined;
  const reload = useServices().reload;
  const query = trpc.media.list.useQuery(
    {
      ...pageQueryOf(params),
      sort: params.sort,
      type,
      kind: findOptionValue(kindOptions, params.filter('kind')) as MediaKind | undefined,
      is_described: flagOf('is_described', altOptions),
      is_used: flagOf('is_used', useOptions),
    },
    { placeholderData: keepPreviousData },
  );
  const items = query.data?.items ?? [];
  const uploads = useUploads(() => void reload(['media']));
  const drop = useFileDrop(uploads.add);
  const askRemoval = useMediaRemoval();
  const titleOf = ({ name }: MediaItemView) => name;
  const actions: RowAction<MediaItemView>[] = [
    {
      label: 'Edit',
      icon: IconPencil,
      hotkey: 'e',
      nameOf: (item) => `Edit ${titleOf(item)}`,
      hrefOf: ({ id }) => editHref(id),
    },
    {
      label: 'Delete',
      icon: IconTrash,
      isDangerous: true,
      hotkey: 'Delete',
      run: askRemoval,
      nameOf: (item) => `Delete ${titleOf(item)}`,
    },
  ];
  return (
    <div {...drop.props} className={classes.dropArea} data-over={drop.isOver || undefined}>
      <PagedList
        title="Media"
        lead="Every picture and file of the site, in one place. Drop them anywhere on this page to add them."
        action={
          <Group gap="sm">
            <Button
              component={Link}
              to={`${address}/trash`}
              variant="default"
              leftSection={<IconTrash size={17} stroke={1.6} />}
            >
              Trash
            </Button>
            <FileButton accept={acceptAttributes.any} multiple onChange={uploads.add}>
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={17} stroke={1.8} />}>
                  Upload files
                </Button>
              )}
            </FileButton>
          </Group>
        }
        subject="the library"
        nouns={{ one: 'item', many: 'items' }}
        params={params}
        query={query}
        rows={items}
        titleOf={titleOf}
        filters={[
          { name: 'kind', label: 'Kind', allLabel: 'Pictures and files', options: kindOptions },
          { name: 'is_described', label: 'Alternative text', allLabel: 'All', options: altOptions },
          { name: 'is_used', label: 'Use', allLabel: 'All', options: useOptions },
          { name: 'type', label: 'Type', allLabel: 'All types', options: typeOptions },
        ]}
      >
        <ListToolbar searchPlaceholder="Name, description or tag" columns={columns} hasViews />
        <UploadList uploads={uploads} />
        <ListRows
          rows={items}
          columns={columns}
          actions={actions}
          renderCard={(item, parts) => (
            <MediaCard key={item.id} item={item} {...parts} editHref={editHref(item.id)} />
          )}
          empty={{
            title: 'Nothing found',
            first: 'Upload the first files, or drop them here.',
            filtered: 'Nothing matches. Try another search or filter.',
          }}
        />
      </PagedList>
    </div>
  );
}
