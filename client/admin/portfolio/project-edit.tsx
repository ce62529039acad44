import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { portfolioAddress } from './portfolio-address.ts';
import { toDraft, toProjectInput } from './project-draft.ts';
import { ProjectForm } from './project-form.tsx';
import type { Project } from './project-types.ts';

/** The form of a stored project. */
export function ProjectEdit() {
  const query = trpc.portfolio.one.useQuery(useRowId(), forForm);
  return (
    <StoredForm title="Edit Project" query={query} subject="The project">
      {({ portfolio }) => <StoredProjectForm key={portfolio.id} project={portfolio} />}
    </StoredForm>
  );
}

function StoredProjectForm({ project }: { project: Project }) {
  const [initial] = useState(() => toDraft(project));
  const { backToList } = useFormAddress(portfolioAddress);
  const { portfolio } = trpc.useUtils();
  const { progress, asForm } = useSaving({
    words: 'The project was saved.',
    refresh: () => portfolio.invalidate(),
    onSaved: backToList,
  });
  const save = trpc.portfolio.update.useMutation(asForm);
  const { id, version, image } = project;
  return (
    <ProjectForm
      title="Edit Project"
      initial={initial}
      stored={image}
      save={save}
      progress={progress}
      onSave={(draft) => save.mutate({ ...toProjectInput(draft, image), id, version })}
      onCancel={backToList}
    />
  );
}
