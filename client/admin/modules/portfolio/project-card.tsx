import type { RowOf } from '../../resource/resource-types.ts';
import { CardPicture } from '../../list/card-picture.tsx';
import { CardDetail, CardText } from '../../list/card-text.tsx';
import { Chips } from '../../components/tag-list.tsx';
import { type CardActs, ListCard } from '../../list/record-card.tsx';

/** A project in the list. */
export function ProjectCard({ project, ...acts }: { project: RowOf<'portfolio'> } & CardActs) {
  const { title, category, client, description, image, technologies } = project;
  return (
    <ListCard
      {...acts}
      title={title}
      picture={<CardPicture key={image} path={image} picture={project.picture} />}
      facts={category}
      detail={<CardDetail>{client}</CardDetail>}
    >
      <CardText>{description}</CardText>
      <Chips entries={technologies} />
    </ListCard>
  );
}
