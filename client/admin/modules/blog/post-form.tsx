import type { postColumns } from '../../../../src/modules/blog/blog.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import type { FormParts } from '../../resource/resource-types.ts';

/**
 * The form of a post: the text, and beside it category and display options. The server validates the fields.
 */
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
