import { projectColumns } from '../../../../src/modules/portfolio/portfolio.facts.ts';
import { projectPath } from '../../../shared/site-paths.ts';
import { defineResource } from '../../resource/define-resource.tsx';
import { ProjectCard } from './project-card.tsx';
import { ProjectForm } from './project-form.tsx';
import { fileOrAddress } from './project-image-input.tsx';

export const PortfolioScreen = defineResource('portfolio', {
  columns: projectColumns,
  nouns: { one: 'project', many: 'projects' },
  words: {
    list: 'Portfolio Management',
    create: 'Add Project',
    saveNew: 'Save Project',
    saveStored: 'Save Project',
    created: 'Project added',
    first: 'Get started by adding your first project!',
    trash: 'Portfolio Trash',
  },
  title: 'title',
  groups: 'category',
  card: (project, acts) => <ProjectCard key={project.id} project={project} {...acts} />,
  sitePath: projectPath,
  form: ProjectForm,
  fields: { image: fileOrAddress },
  renamed: { technology: 'technologies_pending' },
});
