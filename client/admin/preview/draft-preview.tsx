import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { hasGrant } from '../../../src/shared/grants.ts';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { PagePreview, useLastLoaded } from './page-preview.tsx';
import { collapseSpaces, partsOfHtml, type ShownText } from './field-of-text.ts';
import classes from './preview.module.css';
import { type PreviewableModule, SharePreview } from './share-preview.tsx';

const restMs = 400;
/** Stands in the page for a picture that is not saved yet. */
const unsavedPicture = '/unsaved-picture';

interface DraftPreviewProps {
  name: PreviewableModule;
  /** Undefined for a new row. */
  id: number | undefined;
  /** As a save sends them. */
  values: Readonly<Record<string, unknown>>;
  /** With the stored path. Undefined if the form has no picture. */
  picture: { field: string; path: unknown } | undefined;
  isDirty: boolean;
  /** The field whose text or picture was clicked. */
  onField: (path: string) => void;
  isPublic: boolean;
}

export function DraftPreview(props: DraftPreviewProps) {
  const { name, id, values, picture, isDirty, isPublic, onField } = props;
  const focused = useFocusedPath();
  const file = Object.values(values).find((value): value is File => value instanceof File);
  const json = JSON.stringify(values, (_key, value) => (value instanceof Blob ? undefined : value));
  const [typed] = useDebouncedValue(json, restMs);
  const has_file = file !== undefined;
  const { client } = trpc.useUtils();
  const query = useQuery({
    queryKey: ['draft preview', name, id, typed, has_file],
    queryFn: ({ signal }) =>
      client.previews[name].show.mutate(
        { ...(id && { id }), values: JSON.parse(typed), has_file },
        { signal, context: { alone: true } },
      ),
    gcTime: 0,
    retry: false,
  });
  const chosen = useObjectUrl(file);
  const page = useLastLoaded(query.data)?.document;
  const html = useMemo(() => (chosen ? page?.replaceAll(unsavedPicture, chosen) : page), [page, chosen]);
  const [field, address] = [picture?.field, chosen ?? picture?.path];
  const entries = usePicturesOfEntries(values);
  const texts = useMemo(() => {
    const texts = textsOf(JSON.parse(typed) as Record<string, unknown>);
    const own = field && typeof address === 'string' ? [{ path: field, text: '', picture: address }] : [];
    return [...texts, ...own, ...entries];
  }, [typed, field, address, entries]);
  return (
    <div className={classes.draft}>
      <PagePreview
        html={html}
        path={`${name}/${id}`}
        onPath={() => {}}
        isLoading={query.isFetching}
        failure={query.error ? parseApiError(query.error) : undefined}
        note="Nothing is saved until you save."
        shown={{ texts, focused, onText: onField }}
      />
      <SharePreview name={name} id={id} isDirty={isDirty} isPublic={isPublic} />
    </div>
  );
}

/** A list entry's path is such as `gallery.0.caption`. Formatted text is split into blocks and pictures. */
function textsOf(values: Readonly<Record<string, unknown>>, prefix = ''): ShownText[] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value].flat().flatMap((each, place): ShownText[] => {
      const path = prefix + name;
      if (typeof each === 'string') return partsOf(each).map((shown) => ({ path, ...shown }));
      return isEntry(each) ? textsOf(each, `${path}.${place}.`) : [];
    }),
  );
}

const isEntry = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Blob);

/** With the paths of the captions. None for people who may not use the library. */
function usePicturesOfEntries(values: Readonly<Record<string, unknown>>): ShownText[] {
  const { role } = useCurrentUser();
  const pictures = hasGrant(role, 'media:manage') ? Object.entries(values).flatMap(picturesOf) : [];
  const items = trpc.useQueries((one) => pictures.map(({ id }) => one.media.one({ id })));
  const paths = JSON.stringify(items.map(({ data }) => data?.item.path ?? ''));
  const places = JSON.stringify(pictures.map(({ place }) => place));
  return useMemo(() => {
    const known = JSON.parse(paths) as string[];
    const shown = (JSON.parse(places) as string[]).map((path, index) => ({
      path,
      text: '',
      picture: known[index] ?? '',
    }));
    return shown.filter(({ picture }) => picture !== '');
  }, [paths, places]);
}

function picturesOf([name, value]: [string, unknown]): { id: number; place: string }[] {
  const entries = Array.isArray(value) ? value.filter(isEntry) : [];
  return entries.flatMap(({ media_id: id }, place) =>
    typeof id === 'number' ? [{ id, place: `${name}.${place}.caption` }] : [],
  );
}

function partsOf(text: string): Omit<ShownText, 'path'>[] {
  if (text.startsWith('<')) return partsOfHtml(text);
  return text.trim() === '' ? [] : [{ text: collapseSpaces(text) }];
}

/** The field that has the focus, or had it last. */
function useFocusedPath(): string | undefined {
  const [path, setPath] = useState<string>();
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const field = (target as Element).closest<HTMLElement>('[data-path]');
      if (field) setPath(field.dataset.path);
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return path;
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
