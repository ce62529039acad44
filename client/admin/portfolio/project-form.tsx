import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { portfolioCategories } from '../../../src/shared/catalog.ts';
import { bindFields } from '../forms/bind-fields.ts';
import { ChipsField } from '../ui/chips-field.tsx';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useChips } from '../ui/use-chips.ts';
import { useServerErrors } from '../ui/use-server-errors.ts';
import { ProjectImage } from './project-image.tsx';
import type { ProjectFormState } from './use-project-form.ts';

interface ProjectFormProps {
  title: string;
  form: ProjectFormState;
  onCancel: () => void;
}

const shown = [
  ...['title', 'category', 'client', 'description', 'technologies'],
  ...['image', 'existing_image', 'image_alt'],
];
const categories = [{ value: '', label: 'Choose a category' }, ...portfolioCategories];

/** One form to add and to edit. It checks nothing; the server's messages stand under the fields. */
export function ProjectForm({ form, ...shell }: ProjectFormProps) {
  const errors = useServerErrors(form.error, shown);
  const { draft, change, isSaving, progress, stop, state } = form;
  const { text } = bindFields(form, errors.of);
  const technologies = useChips({
    entries: draft.technologies,
    pending: draft.technology,
    onChange: (entries, technology) => change({ technologies: entries, technology }),
  });
  return (
    <FormShell {...shell} form={form} saveLabel="Save Project" failure={errors.failure}>
      <FormColumns
        main={
          <>
            <TextInput label="Title" {...text('title')} />
            <TextInput label="Client" {...text('client')} />
            <Textarea label="Description" rows={9} {...text('description')} />
            <ChipsField label="Technologies" chips={technologies} error={errors.of('technologies')} />
          </>
        }
        side={
          <>
            <NativeSelect label="Category" data={categories} {...text('category')} />
            <ProjectImage
              draft={draft}
              stored={draft.stored}
              storedAlt={state.ground.base.alt}
              errorOf={errors.of}
              progress={isSaving ? progress : undefined}
              onStop={stop}
              onChange={change}
            />
          </>
        }
      />
    </FormShell>
  );
}
