import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { portfolioCategories } from '../../../src/shared/catalog.ts';
import { ChipsField } from '../ui/chips-field.tsx';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useChips } from '../ui/use-chips.ts';
import { useDraft } from '../ui/use-draft.ts';
import { useServerErrors } from '../ui/use-server-errors.ts';
import type { ProjectDraft } from './project-draft.ts';
import { ProjectImage } from './project-image.tsx';

interface ProjectFormProps {
  title: string;
  initial: ProjectDraft;
  /** The picture stored so far. */
  stored?: string | null;
  save: { isPending: boolean; error: unknown };
  progress: number | undefined;
  onSave: (draft: ProjectDraft) => void;
  onCancel: () => void;
}

const shown = ['title', 'category', 'client', 'description', 'technologies', 'image', 'existing_image'];
const categories = [{ value: '', label: 'Choose a category' }, ...portfolioCategories];

/** One form to add and to edit. It checks nothing; the server's messages stand under the fields. */
export function ProjectForm({ initial, stored, save, progress, onSave, ...shell }: ProjectFormProps) {
  const errors = useServerErrors(save.error, shown);
  const { draft, change, text } = useDraft(initial, errors.of);
  const technologies = useChips(initial.technologies);
  return (
    <FormShell
      {...shell}
      saveLabel="Save Project"
      isSaving={save.isPending}
      failure={errors.failure}
      onSave={() => onSave({ ...draft, technologies: technologies.all() })}
    >
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
              stored={stored}
              errorOf={errors.of}
              progress={save.isPending ? progress : undefined}
              onChange={change}
            />
          </>
        }
      />
    </FormShell>
  );
}
