import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { blogCategories, imageHint } from '../../../src/shared/catalog.ts';
import { bindFields } from '../forms/bind-fields.ts';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { PictureField } from '../ui/picture-field.tsx';
import { PictureWords } from '../ui/picture-words.tsx';
import { RichTextField } from '../ui/rich-text-field.tsx';
import { useServerErrors } from '../ui/use-server-errors.ts';
import type { PostFormState } from './use-post-form.ts';

interface PostFormProps {
  title: string;
  form: PostFormState;
  onCancel: () => void;
}

const shown = ['title', 'excerpt', 'content', 'category', 'featured_image', 'image_alt', 'is_published'];
const categories = [{ value: '', label: 'Choose a category' }, ...blogCategories];

/** One form to create and to edit. It checks nothing; the server's messages stand under the fields. */
export function PostForm({ form, ...shell }: PostFormProps) {
  const errors = useServerErrors(form.error, shown);
  const { draft, change, isSaving, progress, stop, state } = form;
  const { text, tick } = bindFields(form, errors.of);
  return (
    <FormShell {...shell} form={form} saveLabel="Save Blog Post" failure={errors.failure}>
      <FormColumns
        main={
          <>
            <TextInput label="Title" {...text('title')} />
            <Textarea label="Excerpt" rows={3} {...text('excerpt')} />
            <RichTextField
              label="Content"
              initial={draft.content}
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
              stored={draft.stored ? `/${draft.stored}` : undefined}
              error={errors.of('featured_image')}
              progress={isSaving ? progress : undefined}
              onStop={stop}
              removal={{
                isAsked: draft.remove_image,
                ask: (remove_image) => change({ remove_image }),
              }}
              onChange={(featured_image) => {
                const alt = featured_image ? null : state.ground.base.alt;
                change({ featured_image, alt, remove_image: false });
              }}
            />
            {(draft.featured_image || (draft.stored && !draft.remove_image)) && (
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
