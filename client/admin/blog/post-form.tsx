import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { blogCategories, imageHint } from '../../../src/shared/catalog.ts';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { PictureField } from '../ui/picture-field.tsx';
import { PictureWords } from '../ui/picture-words.tsx';
import { RichTextField } from '../ui/rich-text-field.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { useServerErrors } from '../ui/use-server-errors.ts';
import type { PostDraft } from './post-draft.ts';

interface PostFormProps {
  title: string;
  initial: PostDraft;
  /** The path of the picture stored so far. */
  storedPicture?: string | undefined;
  save: { isPending: boolean; error: unknown };
  progress: number | undefined;
  onStop: () => void;
  onSave: (draft: PostDraft) => void;
  onCancel: () => void;
}

const shown = ['title', 'excerpt', 'content', 'category', 'featured_image', 'image_alt', 'is_published'];
const categories = [{ value: '', label: 'Choose a category' }, ...blogCategories];

/** One form to create and to edit. It checks nothing; the server's messages stand under the fields. */
export function PostForm(props: PostFormProps) {
  const { initial, storedPicture, save, progress, onStop, onSave, ...shell } = props;
  const errors = useServerErrors(save.error, shown);
  const { draft, change, text, tick } = useDraft(initial, errors.of);
  return (
    <FormShell
      {...shell}
      saveLabel="Save Blog Post"
      isSaving={save.isPending}
      failure={errors.failure}
      onSave={() => onSave(draft)}
    >
      <FormColumns
        main={
          <>
            <TextInput label="Title" {...text('title')} />
            <Textarea label="Excerpt" rows={3} {...text('excerpt')} />
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
            <NativeSelect label="Category" data={categories} {...text('category')} />
            <PictureField
              label="Featured image"
              hint={imageHint}
              file={draft.featured_image}
              stored={storedPicture && `/${storedPicture}`}
              error={errors.of('featured_image')}
              progress={save.isPending ? progress : undefined}
              onStop={onStop}
              onChange={(featured_image) =>
                change({ featured_image, alt: featured_image ? null : initial.alt })
              }
            />
            {(draft.featured_image || storedPicture) && (
              <PictureWords
                alt={draft.alt}
                error={errors.of('image_alt')}
                onChange={(alt) => change({ alt })}
              />
            )}
            <Checkbox label="Publish immediately" {...tick('is_published')} />
          </>
        }
      />
    </FormShell>
  );
}
