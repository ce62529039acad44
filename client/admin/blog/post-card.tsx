import { Badge } from '@mantine/core';
import { toDateAndTime } from '../../lib/time-words.ts';
import { CardPicture } from '../ui/card-picture.tsx';
import { ListCard } from '../ui/list-card.tsx';
import classes from './post-card.module.css';
import type { Post } from './post-types.ts';

interface PostCardProps {
  post: Post;
  onEdit: () => void;
  onDelete: () => void;
}

/** A post in the list. */
export function PostCard({ post, onEdit, onDelete }: PostCardProps) {
  const { title, excerpt, category, featured_image, is_published, created_at } = post;
  return (
    <ListCard
      title={title}
      onEdit={onEdit}
      onDelete={onDelete}
      picture={<CardPicture key={featured_image} path={featured_image} />}
      facts={
        <>
          <span>{category}</span>
          <Badge tt="none" variant={is_published ? 'light' : 'default'}>
            {is_published ? 'Published' : 'Draft'}
          </Badge>
        </>
      }
    >
      <p className={classes.excerpt}>{excerpt}</p>
      <time className={classes.time} dateTime={created_at}>
        {toDateAndTime(created_at)}
      </time>
    </ListCard>
  );
}
