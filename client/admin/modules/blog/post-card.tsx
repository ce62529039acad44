import { Badge } from '@mantine/core';
import { toDateAndTime } from '../../../shared/time-words.ts';
import type { RowOf } from '../../resource/resource-types.ts';
import { CardPicture } from '../../list/card-picture.tsx';
import { CardText } from '../../list/card-text.tsx';
import { type CardActs, ListCard } from '../../list/record-card.tsx';
import classes from './post-card.module.css';

/** A post in the list. */
export function PostCard({ post, ...acts }: { post: RowOf<'blog'> } & CardActs) {
  const { title, excerpt, category, featured_image, is_published, created_at } = post;
  return (
    <ListCard
      {...acts}
      title={title}
      picture={<CardPicture key={featured_image} path={featured_image} picture={post.picture} />}
      facts={
        <>
          <span>{category}</span>
          <Badge tt="none" variant={is_published ? 'light' : 'default'}>
            {is_published ? 'Published' : 'Draft'}
          </Badge>
        </>
      }
    >
      <CardText>{excerpt}</CardText>
      <time className={classes.time} dateTime={created_at}>
        {toDateAndTime(created_at)}
      </time>
    </ListCard>
  );
}
