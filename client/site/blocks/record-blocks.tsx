import type { ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import { Portrait } from '../components/portrait.tsx';
import { ProjectCard } from '../components/project-card.tsx';
import { TestimonialQuotation } from '../components/quotation.tsx';
import { hasFewPictures } from '../components/stored-picture.tsx';
import { BlockHeading } from './block-parts.tsx';
import { type BlockRecords, recordsInOrder } from './block-records.ts';

interface RowBlock<K extends 'testimonial' | 'projects' | 'people'> {
  block: ShownBlock<K>;
  rows: BlockRecords;
}

export function TestimonialBlock({ block, rows }: RowBlock<'testimonial'>) {
  const testimonial = rows.testimonials.find(({ id }) => id === block.testimonial);
  if (!testimonial) return null;
  return (
    <div className="hall block-stack">
      <BlockHeading block={block} />
      <TestimonialQuotation testimonial={testimonial} />
    </div>
  );
}

export function ProjectsBlock({ block, rows }: RowBlock<'projects'>) {
  const projects = recordsInOrder(rows.projects, block.projects);
  const isWords = hasFewPictures(projects, ({ image }) => image);
  return (
    <div className="hall block-stack">
      <BlockHeading block={block} />
      <ul className={isWords ? 'project-rows' : 'block-row'}>
        {projects.map((project) => (
          <ProjectCard key={project.id} project={project} layout={isWords ? 'row' : 'half'} />
        ))}
      </ul>
      {block.button_label && (
        <a className="onward" href={sitePaths.portfolio}>
          {block.button_label}
        </a>
      )}
    </div>
  );
}

export function PeopleBlock({ block, rows }: RowBlock<'people'>) {
  return (
    <div className="hall block-stack">
      <BlockHeading block={block} />
      <ul className="people-list">
        {recordsInOrder(rows.members, block.people).map((member) => (
          <li key={member.id}>
            <Portrait member={member} sizes="(min-width: 60rem) 22vw, 44vw" />
            <h3>{member.name}</h3>
            <p className="note">
              <ChoiceName list="team_roles" value={member.role} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
