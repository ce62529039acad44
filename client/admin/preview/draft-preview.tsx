import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { focusField } from './focus-field.ts';
import { PagePreview } from './page-preview.tsx';
import { normalized, type ShownText } from './page-texts.ts';
import classes from './preview.module.css';
import { type PreviewableModule, SharePreview } from './share-preview.tsx';

const restMs = 400;
/** On narrower screens the page is shown as on a phone first. */
const narrow = '(max-width: 48rem)';
/** The path that the server writes for a picture that it does not have. */
const unsavedPicture = '/unsaved-picture';

interface DraftPreviewProps {
  name: PreviewableModule;
  /** Undefined for a new row. */
  id: number | undefined;
  /** The values as a save would send them. */
  values: Readonly<Record<string, unknown>>;
  /** The field of the row's picture, with the stored path of the picture. */
  picture: { field: string; path: unknown } | undefined;
  isDirty: boolean;
  /** Visitors see the row. */
  isPublic: boolean;
}

/** The page of a row beside its form, with the unsaved values. */
export function DraftPreview({ name, id, values, picture, isDirty, isPublic }: DraftPreviewProps) {
  const file = Object.values(values).find((value): value is File => value instanceof File);
  const words = JSON.stringify(values, (_key, value) => (value instanceof Blob ? undefined : value));
  const [typed] = useDebouncedValue(words, restMs);
  const has_file = file !== undefined;
  const { client } = trpc.useUtils();
  const query = useQuery({
    queryKey: ['draft preview', name, id, typed, has_file],
    queryFn: ({ signal }) =>
      client.previews[name].show.mutate(
        { ...(id && { id }), values: JSON.parse(typed), has_file },
        { signal, context: { alone: true } },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const chosen = useObjectUrl(file);
  const document = query.data?.document;
  const html = useMemo(
    () => (chosen ? document?.replaceAll(unsavedPicture, chosen) : document),
    [document, chosen],
  );
  const [field, address] = [picture?.field, chosen ?? picture?.path];
  const texts = useMemo(() => {
    const found = textsOf(JSON.parse(typed) as Record<string, unknown>);
    return field && typeof address === 'string'
      ? [...found, { path: field, text: '', picture: address }]
      : found;
  }, [typed, field, address]);
  return (
    <div className={classes.draft}>
      <PagePreview
        html={html}
        path={`${name}/${id}`}
        onPath={() => {}}
        isLoading={query.isFetching}
        failure={query.error ? parseApiError(query.error) : undefined}
        note="Nothing is saved until you save."
        shown={{ texts, focused: undefined, onText: focusField }}
        device={window.matchMedia(narrow).matches ? 'phone' : 'desktop'}
      />
      <SharePreview name={name} id={id} isDirty={isDirty} isPublic={isPublic} />
    </div>
  );
}

/** Returns the texts of a form, with the name of the field that each is in. A formatted text has one for each of its blocks. */
function textsOf(values: Readonly<Record<string, unknown>>): ShownText[] {
  return Object.entries(values).flatMap(([path, value]) =>
    [value]
      .flat()
      .flatMap((each) => (typeof each === 'string' ? partsOf(each) : []))
      .map((shown) => ({ path, ...shown })),
  );
}

function partsOf(text: string): Omit<ShownText, 'path'>[] {
  if (!text.startsWith('<')) return text.trim() === '' ? [] : [{ text: normalized(text) }];
  const { body } = new DOMParser().parseFromString(text, 'text/html');
  const pictures = [...body.querySelectorAll('img')].map((image) => ({
    text: '',
    picture: (image.getAttribute('src') ?? '').replace(/^\//, ''),
  }));
  const blocks = [...body.querySelectorAll('p, li, h1, h2, h3, h4, td, th, pre, blockquote, figcaption')];
  return [
    ...pictures,
    ...blocks
      .map((block) => ({ text: normalized(block.textContent ?? '') }))
      .filter(({ text }) => text !== ''),
  ];
}

/** Returns an address under which this page can show a file. */
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
