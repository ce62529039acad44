import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { blogCategories, imageHint } from '../../../src/shared/catalog.ts';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { PictureField } from '../ui/picture-field.tsx';
import { RichTextField } from '../ui/rich-text-field.tsx';
import { useServerErrors } from '../ui/use-server-errors.ts';
import type { PostDraft } from './post-draft.ts';

interface PostFormProps {
  title: string;
  initial: PostDraft;
  /** The path of the picture stored so far. */
  storedPicture?: string | undefined;
  isSaving: boolean;
  /** Why the last save failed. */
  error: unknown;
  progress: number | undefined;
  onSave: (draft: PostDraft) => void;
  onCancel: () => void;
}

const shown = ['title', 'excerpt', 'content', 'category', 'featured_image', 'is_published'];

/** One form to create and to edit. It checks nothing; the server's messages stand under the fields. */
export function PostForm({ initial, storedPicture, error, progress, onSave, ...shell }: PostFormProps) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part }));
  const errors = useServerErrors(error, shown);
  return (
    <FormShell {...shell} failure={errors.failure} saveLabel="Save Blog Post" onSave={() => onSave(draft)}>
      <FormColumns
        main={
          <>
            <TextInput
              label="Title"
              value={draft.title}
              error={errors.of('title')}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <Textarea
              label="Excerpt"
              rows={3}
              value={draft.excerpt}
              error={errors.of('excerpt')}
              onChange={(event) => change({ excerpt: event.currentTarget.value })}
            />
            <RichTextField
              label="Content"
              initial={initial.content}
              error={errors.of('content')}
              onChange={(content) => change({ content })}
            />
          </>
        }
        side={
          <>
            <NativeSelect
              label="Category"
              data={[{ value: '', label: 'Choose a category' }, ...blogCategories]}
              value={draft.category}
              error={errors.of('category')}
              onChange={(event) => change({ category: event.currentTarget.value as PostDraft['category'] })}
            />
            <PictureField
              label="Featured image"
              hint={imageHint}
              file={draft.featured_image}
              stored={storedPicture && `/${storedPicture}`}
              error={errors.of('featured_image')}
              progress={shell.isSaving ? progress : undefined}
              onChange={(featured_image) => change({ featured_image })}
            />
            <Checkbox
              label="Publish immediately"
              checked={draft.is_published}
              error={errors.of('is_published')}
              onChange={(event) => change({ is_published: event.currentTarget.checked })}
            />
          </>
        }
      />
    </FormShell>
  );
}
