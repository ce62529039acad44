import IconSearch from 'icon:search';
import IconUpload from 'icon:upload';
import { Box, Button, FileButton, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';
import { trpc } from '../../api/trpc.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Dialog } from '../components/dialog.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';
import { acceptAttributes, formatSizeOrDimensions } from './file-labels.ts';
import classes from './library.module.css';
import { MediaPicture } from './media-picture.tsx';
import { UploadList, useUploads } from './upload-list.tsx';

interface MediaPickerProps {
  opened: boolean;
  onClose: () => void;
  /** The items are in the order of choice. The caller closes the dialog. */
  onPick: (items: MediaItemView[]) => void;
  multiple?: boolean;
  /** Pictures by default. */
  kind?: MediaKind;
  title?: string;
}

const pageSize = 24;
const restMs = 300;
const maxSearch = 200;

const wordsOf = {
  picture: { one: 'picture', many: 'pictures' },
  file: { one: 'file', many: 'files' },
} as const;

export function MediaPicker({ opened, onClose, title, ...choice }: MediaPickerProps) {
  const { multiple = false, kind = 'picture' } = choice;
  const { one, many } = wordsOf[kind];
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title ?? (multiple ? `Choose ${many}` : `Choose a ${one}`)}
      size="60rem"
      centered={false}
      withCloseButton
    >
      <PickerBody {...choice} onClose={onClose} />
    </Dialog>
  );
}

type BodyProps = Omit<MediaPickerProps, 'opened' | 'title'>;

function PickerBody({ multiple = false, kind = 'picture', onPick, onClose }: BodyProps) {
  const { one, many } = wordsOf[kind];
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), restMs);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<MediaItemView[]>([]);
  const { media } = trpc.useUtils();
  const query = trpc.media.list.useQuery(
    { page, per_page: pageSize, kind, ...(search && { search }) },
    { placeholderData: keepPreviousData },
  );
  const toggle = (item: MediaItemView) =>
    setChosen((before) => {
      if (before.some(({ id }) => id === item.id)) return before.filter(({ id }) => id !== item.id);
      return multiple ? [...before, item] : [item];
    });
  const uploads = useUploads((item) => {
    void media.invalidate();
    setChosen((before) => (multiple ? [...before.filter(({ id }) => id !== item.id), item] : [item]));
  }, kind);
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    uploads.add(multiple ? [...event.dataTransfer.files] : [...event.dataTransfer.files].slice(0, 1));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen by a button
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Group align="flex-end" gap="var(--space-3)" mb="var(--space-4)">
        <TextInput
          flex="1 1 14rem"
          type="search"
          label="Search"
          placeholder={kind === 'picture' ? 'Name, description or tag' : 'Name or tag'}
          maxLength={maxSearch}
          data-autofocus
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
        <FileButton
          accept={acceptAttributes[kind]}
          multiple
          onChange={(files) => uploads.add(multiple ? files : files.slice(0, 1))}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={16} stroke={1.6} aria-hidden="true" />}
            >
              Upload
            </Button>
          )}
        </FileButton>
      </Group>
      <UploadList uploads={uploads} />
      <Box mih="12rem">
        <QueryBoundary
          query={query}
          subject="the library"
          skeleton={<div className={classes.pickerSkeleton} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              title={`No ${many} found`}
              text={
                search ? `Try another word, or upload a ${one}.` : `Upload the first ${one}, or drop it here.`
              }
            />
          }
        >
          {({ items, meta }) => (
            <>
              <ul className={classes.pickerGrid} aria-label={kind === 'picture' ? 'Pictures' : 'Files'}>
                {items.map((item) => (
                  <li key={item.id}>
                    <button
                      type="button"
                      className={classes.choice}
                      aria-pressed={chosen.some(({ id }) => id === item.id)}
                      disabled={item.path === null}
                      onClick={() => toggle(item)}
                      onDoubleClick={() => onPick(multiple ? chosen : [item])}
                    >
                      <span className={classes.frame}>
                        <MediaPicture item={item} alt="" sizes="12rem" />
                      </span>
                      <span className={classes.choiceName}>{item.name}</span>
                      <span className={classes.choiceAlt}>
                        {item.file ? formatSizeOrDimensions(item) : altTextLabel(item.alt)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <PickerPages page={page} total={meta.total} onPage={setPage} />
            </>
          )}
        </QueryBoundary>
      </Box>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          aria-disabled={chosen.length === 0}
          onClick={() => {
            if (chosen.length > 0) onPick(chosen);
          }}
        >
          {multiple && chosen.length > 1 ? `Use ${chosen.length} ${many}` : `Use ${one}`}
        </Button>
      </Group>
    </div>
  );
}

export function altTextLabel(alt: string | null): string {
  if (alt === null) return 'No description yet';
  return alt === '' ? 'Decoration' : alt;
}

interface PickerPagesProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

function PickerPages({ page, total, onPage }: PickerPagesProps) {
  const last = Math.ceil(total / pageSize);
  if (last <= 1) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="center" gap="sm" mt="md">
      <Button variant="default" size="compact-md" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>{`Page ${page} of ${last}`}</span>
      <Button variant="default" size="compact-md" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
