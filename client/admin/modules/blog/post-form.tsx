import type { postColumns } from '../../../../src/modules/blog/blog.facts.ts';
import type { FormParts } from '../../resource/resource-types.ts';
import { FormColumns } from '../../ui/form-columns.tsx';

/** The text of a post, and beside it where it belongs and how it is shown. The server checks it all. */
export function PostForm({ Field }: FormParts<typeof postColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="title" />
          <Field name="excerpt" />
          <Field name="content" />
        </>
      }
      side={
        <>
          <Field name="category" />
          <Field name="featured_image" />
          <Field name="is_published" />
        </>
      }
    />
  );
}
