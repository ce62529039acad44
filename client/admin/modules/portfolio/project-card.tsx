import { Chips } from '../../components/tag-list.tsx';
import { CardPicture } from '../../list/card-picture.tsx';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { RecordCard, type RowActions } from '../../list/record-card.tsx';
import type { RowOf } from '../../resource/resource-types.ts';

/** A project in the list. */
export function ProjectCard({ project, ...acts }: { project: RowOf<'portfolio'> } & RowActions) {
  const { title, category, client, description, image, technologies } = project;
  return (
    <RecordCard
      {...acts}
      title={title}
      picture={<CardPicture key={image} path={image} picture={project.picture} />}
      facts={category}
      detail={<CardDetail>{client}</CardDetail>}
    >
      <CardText>{description}</CardText>
      <Chips entries={technologies} />
    </RecordCard>
  );
}
