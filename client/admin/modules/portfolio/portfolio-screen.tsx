import { portfolioFacts, projectColumns } from '../../../../src/modules/portfolio/portfolio.facts.ts';
import { projectPath } from '../../../shared/site-paths.ts';
import { TagList } from '../../components/tag-list.tsx';
import { FormColumns } from '../../form/form-page.tsx';
import { type CardActions, CardDetail, CardPicture, CardText, RecordCard } from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import type { FormParts, RowOf } from '../../resource/resource-types.ts';
import { fileOrAddress } from './project-image-input.tsx';

const projectStates = { visible: 'Public', hidden: 'Hidden', ended: 'Ended' };

export const portfolioPages = defineResource('portfolio', {
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
    ...projectStates,
  },
  title: 'title',
  groups: 'category',
  card: (project, acts) => <ProjectCard key={project.id} project={project} {...acts} />,
  sitePath: projectPath,
  form: ProjectForm,
  fields: { image: fileOrAddress },
  renamed: { technology: 'technologies_pending' },
});

/** A project in the list. */
function ProjectCard({ project, ...acts }: { project: RowOf<'portfolio'> } & CardActions) {
  const { title, category, client, description, image, technologies } = project;
  return (
    <RecordCard
      {...acts}
      title={title}
      picture={<CardPicture key={image} path={image} picture={project.picture} />}
      facts={
        <>
          <span>{category}</span>
          <PublicationBadge row={project} {...portfolioFacts} words={projectStates} />
        </>
      }
      detail={<CardDetail>{client}</CardDetail>}
    >
      <CardText>{description}</CardText>
      <TagList entries={technologies} />
    </RecordCard>
  );
}

/** The form of a project: the story, and beside it category and picture. The server validates the fields. */
function ProjectForm({ Field }: FormParts<typeof projectColumns>) {
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
