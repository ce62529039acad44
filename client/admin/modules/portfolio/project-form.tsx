import type { projectColumns } from '../../../../src/modules/portfolio/portfolio.facts.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import type { FormParts } from '../../resource/resource-types.ts';

/** The form of a project: the story, and beside it category and picture. The server validates the fields. */
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
