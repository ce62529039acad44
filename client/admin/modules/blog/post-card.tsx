import { Badge } from '@mantine/core';
import { formatDateTime } from '../../../shared/time-words.ts';
import { CardPicture } from '../../list/card-picture.tsx';
import { CardText } from '../../list/card-text.tsx';
import { RecordCard, type RowActions } from '../../list/record-card.tsx';
import type { RowOf } from '../../resource/resource-types.ts';
import classes from './post-card.module.css';

/** A post in the list. */
export function PostCard({ post, ...acts }: { post: RowOf<'blog'> } & RowActions) {
  const { title, excerpt, category, featured_image, is_published, created_at } = post;
  return (
    <RecordCard
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
        {formatDateTime(created_at)}
      </time>
    </RecordCard>
  );
}
