import { trpc } from '../../lib/trpc.ts';
import { type FormKind, field, shown } from '../forms/form-kind.ts';
import { pictureWords } from '../forms/plain-text.ts';
import { type Opening, useKeptForm } from '../forms/use-kept-form.ts';
import { withPending } from '../ui/use-chips.ts';
import { emptyProject, isRemoved, type ProjectDraft, toDraft, toProjectInput } from './project-draft.ts';
import type { Project } from './project-types.ts';

const kind: FormKind<ProjectDraft, Project> = {
  name: 'portfolio',
  hasFiles: true,
  toDraft,
  facts: ['stored'],
  fields: [
    field('title', 'Title'),
    field('client', 'Client'),
    field('description', 'Description'),
    {
      label: 'Technologies',
      names: ['technologies', 'technology'],
      show: ({ technologies, technology }) => shown(withPending(technologies, technology)),
    },
    field('category', 'Category'),
    {
      label: 'Image',
      names: ['image', 'address', 'alt', 'stored', 'remove_image'],
      show: (draft) =>
        (!draft.image && draft.address) ||
        pictureWords(draft.image, isRemoved(draft) ? null : draft.stored, draft.alt),
    },
  ],
};

/** An opening of a project's form. */
export function useProjectForm(opening: Omit<Opening<ProjectDraft, Project>, 'empty'>) {
  const { client, portfolio } = trpc.useUtils();
  const calls = {
    create: async (draft: ProjectDraft, options: object) =>
      (await client.portfolio.create.mutate(toProjectInput(draft), options)).portfolio,
    update: async (draft: ProjectDraft, ground: { id: number; version: number }, options: object) =>
      (await client.portfolio.update.mutate({ ...toProjectInput(draft), ...ground }, options)).portfolio,
    refresh: () => portfolio.invalidate(),
  };
  return useKeptForm(kind, calls, { ...opening, empty: emptyProject });
}
export type ProjectFormState = ReturnType<typeof useProjectForm>;
