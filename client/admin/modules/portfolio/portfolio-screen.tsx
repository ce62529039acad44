import { portfolioFacts, projectColumns } from '../../../../src/modules/portfolio/portfolio.facts.ts';
import { TagList } from '../../components/tag-list.tsx';
import { FormColumns } from '../../form/form-columns.tsx';
import {
  type CommonCardParts,
  CardDetail,
  CardPicture,
  CardText,
  RecordCard,
} from '../../list/record-card.tsx';
import { defineResource } from '../../resource/define-resource.tsx';
import { PublicationBadge } from '../../resource/publishing/publication-badge.tsx';
import type { FormLayoutProps, RowOf } from '../../resource/resource-types.ts';

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
  form: ProjectForm,
  fields: async () => ({
    image: (await import('./project-image-input.tsx')).projectImageField,
    services: (await import('./services-input.tsx')).servicesField,
  }),
  renamed: { technology: 'technologies_pending' },
});

function ProjectCard({ project, ...acts }: { project: RowOf<'portfolio'> } & CommonCardParts) {
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

/** Only the server validates the values. */
function ProjectForm({ Field }: FormLayoutProps<typeof projectColumns>) {
  return (
    <FormColumns
      main={
        <>
          <Field name="title" />
          <Field name="slug" />
          <Field name="client" />
          <Field name="description" rows={9} />
          <Field name="technologies" />
          <Field name="result_line" placeholder="600 pages instead of four thousand" />
          <Field
            name="figures"
            description="Up to four, set large: 38, %, lower running costs. With the values before and after, bars compare them."
          />
          <Field name="problem" />
          <Field name="approach" />
          <Field name="outcome" />
          <Field name="quote" rows={4} />
          <Field name="quote_person" />
          <Field name="quote_role" placeholder="Head of operations, a bus operator" />
          <Field name="gallery" />
        </>
      }
      side={
        <>
          <Field name="category" />
          <Field name="image" />
          <Field name="is_featured" description="Featured projects come first on the home page" />
          <Field name="client_description" placeholder="A bus operator with two depots" />
          <Field name="sector" />
          <Field name="year" placeholder="2025" />
          <Field name="duration" placeholder="Seven months" />
          <Field name="services" />
        </>
      }
    />
  );
}
