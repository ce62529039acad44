import { useFormAddress } from '../ui/use-form-address.ts';
import { portfolioAddress } from './portfolio-address.ts';
import { ProjectForm } from './project-form.tsx';
import { useProjectForm } from './use-project-form.ts';

/** The form of a new project. */
export function ProjectCreate() {
  const { toNewest, backToList } = useFormAddress(portfolioAddress);
  const form = useProjectForm({ words: 'The project was added.', onSaved: toNewest });
  return <ProjectForm title="Add Project" form={form} onCancel={backToList} />;
}
