import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PagePreview } from './page-preview.tsx';
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
  isDirty: boolean;
  /** Visitors see the row. */
  isPublic: boolean;
}

/** The page of a row beside its form, with the unsaved values. */
export function DraftPreview({ name, id, values, isDirty, isPublic }: DraftPreviewProps) {
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
  const picture = useObjectUrl(file);
  const document = query.data?.document;
  const html = useMemo(
    () => (picture ? document?.replaceAll(unsavedPicture, picture) : document),
    [document, picture],
  );
  return (
    <div className={classes.draft}>
      <PagePreview
        html={html}
        path={`${name}/${id}`}
        onPath={() => {}}
        isLoading={query.isFetching}
        failure={query.error ? parseApiError(query.error) : undefined}
        note="Nothing is saved until you save."
        device={window.matchMedia(narrow).matches ? 'phone' : 'desktop'}
      />
      <SharePreview name={name} id={id} isDirty={isDirty} isPublic={isPublic} />
    </div>
  );
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
