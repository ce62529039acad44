import { trpc } from '../../lib/trpc.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { portfolioAddress } from './portfolio-address.ts';
import { emptyProject, toProjectInput } from './project-draft.ts';
import { ProjectForm } from './project-form.tsx';

/** The form of a new project. */
export function ProjectCreate() {
  const { toNewest, backToList } = useFormAddress(portfolioAddress);
  const { portfolio } = trpc.useUtils();
  const { progress, asForm } = useSaving({
    words: 'The project was added.',
    refresh: () => portfolio.invalidate(),
    onSaved: toNewest,
  });
  const save = trpc.portfolio.create.useMutation(asForm);
  return (
    <ProjectForm
      title="Add Project"
      initial={emptyProject}
      save={save}
      progress={progress}
      onSave={(draft) => save.mutate(toProjectInput(draft))}
      onCancel={backToList}
    />
  );
}
