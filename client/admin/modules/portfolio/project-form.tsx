import type { projectColumns } from '../../../../src/modules/portfolio/portfolio.facts.ts';
import type { FormParts } from '../../resource/resource-types.ts';
import { FormColumns } from '../../ui/form-columns.tsx';

/** What a project was, and beside it its category and its picture. The server checks it all. */
export function ProjectForm({ Field }: FormParts<typeof projectColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="title" />
          <Field name="client" />
          <Field name="description" rows={9} />
          <Field name="technologies" />
        </>
      }
      side={
        <>
          <Field name="category" />
          <Field name="image" />
        </>
      }
    />
  );
}
