import { trpc } from '../../lib/trpc.ts';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { portfolioAddress } from './portfolio-address.ts';
import { ProjectForm } from './project-form.tsx';
import type { Project } from './project-types.ts';
import { useProjectForm } from './use-project-form.ts';

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
  const { backToList } = useFormAddress(portfolioAddress);
  const form = useProjectForm({ row: project, words: 'The project was saved.', onSaved: backToList });
  return <ProjectForm title="Edit Project" form={form} onCancel={backToList} />;
}
