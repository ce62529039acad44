import IconEye from 'icon:eye';
import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import type { RecordForm } from '../form/use-record-form.ts';
import type { PreviewableModule } from '../preview/share-preview.tsx';
import type { Members } from './field-kind.ts';
import type { FormModel } from './form-context.tsx';
import type { Row } from './module-api.ts';
import type { Resource } from './resource-types.ts';

const DraftPreview = lazyPart({
  name: 'the preview',
  load: () => import('../preview/draft-preview.tsx').then((file) => file.DraftPreview),
  placeholder: <Skeleton height={480} />,
});

/** Matches windows that are wide enough to show the preview beside the form. */
const roomForPreview = '(min-width: 75rem)';

/** Empty for a module whose rows have no pages. */
export function useDraftPreview(
  { name, hasPages, opensPreview, siteHref }: Resource,
  model: FormModel,
  { values, isDirty }: RecordForm<Members>,
  { row, onField }: { row: Row | undefined; onField: (path: string) => void },
): { button?: ReactNode; pane?: ReactNode } {
  const [isOpen, setOpen] = useState(() => opensPreview && window.matchMedia(roomForPreview).matches);
  if (!hasPages) return {};
  const pictureField = [...model.fields].find(([, { column }]) => column.kind === 'picture')?.[0];
  return {
    button: (
      <Button
        variant="default"
        leftSection={<IconEye size={17} stroke={1.6} />}
        aria-pressed={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide the preview' : 'Preview'}
      </Button>
    ),
    pane: isOpen && (
      <DraftPreview
        name={name as PreviewableModule}
        id={row?.id}
        values={row ? model.toUpdate(values) : model.toCreate(values)}
        picture={
          pictureField === undefined
            ? undefined
            : { field: pictureField, path: values.existing_image ?? values.stored }
        }
        isDirty={isDirty}
        onField={onField}
        isPublic={row !== undefined && siteHref(row) !== undefined}
      />
    ),
  };
}
