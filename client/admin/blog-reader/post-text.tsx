import '../../styles/prose.css';
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ApiOutputs } from '../../lib/api-types.ts';
import { toDay } from '../../lib/time-words.ts';
import { PageHeader } from '../ui/page-header.tsx';
import classes from './post-text.module.css';
import { readerAddress } from './reader-address.ts';

type Post = ApiOutputs['blog']['publishedOne']['post'];

/** A post as visitors read it. */
export function PostText({ post }: { post: Post }) {
  const { title, category, created_at, featured_image, content } = post;
  return (
    <article>
      <PageHeader title={title} lead={`${category}, ${toDay(created_at)}`} action={<BackToPosts />} />
      {featured_image && <img className={classes.picture} src={`/${featured_image}`} alt="" />}
      {/* The server has cleaned it to an allow-list before it was stored. */}
      <div
        className={`prose ${classes.text}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
        dangerouslySetInnerHTML={{ __html: content }}
      />
    </article>
  );
}

/** The list as it was left, or its beginning for who came by a link. */
function BackToPosts() {
  const navigate = useNavigate();
  const { isFromList }: { isFromList?: boolean } = Object(useLocation().state);
  return (
    <Button variant="default" onClick={() => (isFromList ? navigate(-1) : navigate(readerAddress))}>
      All posts
    </Button>
  );
}
