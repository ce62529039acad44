import { Link } from 'react-router-dom';
import { formatDate } from '../../../shared/time-words.ts';
import { publishedPostsPath } from '../../core/reader-address.ts';
import { CardPicture } from '../../list/card-picture.tsx';
import classes from './blog.module.css';
import type { PublishedSummary } from './use-published.ts';

/** A published post in the list. The whole card is a link. */
export function PublishedCard({ post }: { post: PublishedSummary }) {
  const { id, title, excerpt, category, featured_image, created_at } = post;
  return (
    <li className={classes.card}>
      <CardPicture key={featured_image} path={featured_image} />
      <div className={classes.body}>
        <p className={classes.facts}>
          <span>{category}</span>
          <time dateTime={created_at}>{formatDate(created_at)}</time>
        </p>
        <h2 className={classes.title}>
          <Link to={`${publishedPostsPath}/${id}`} state={{ isFromList: true }} className={classes.link!}>
            {title}
          </Link>
        </h2>
        <p className={classes.excerpt}>{excerpt}</p>
      </div>
    </li>
  );
}
