import '../../../styles/prose.css';
import { Button, Skeleton } from '@mantine/core';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { formatDate } from '../../../shared/dates.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { publishedPostsPath } from '../../core/paths.ts';
import classes from './blog-reader.module.css';

/** The full text of one published post. */
export function PublishedPost() {
  const { id } = useParams();
  const query = trpc.blog.publishedOne.useQuery({ id: Number(id) });
  return (
    <QueryBoundary query={query} subject="the blog post" skeleton={<Skeleton height={560} />}>
      {({ post }) => <PostText post={post} />}
    </QueryBoundary>
  );
}

type Post = ApiOutputs['blog']['publishedOne']['post'];

/** A post as visitors see it. */
function PostText({ post }: { post: Post }) {
  const { title, category, created_at, featured_image, content } = post;
  return (
    <article>
      <PageHeader title={title} lead={`${category}, ${formatDate(created_at)}`} action={<BackToPosts />} />
      {featured_image && <img className={classes.picture} src={`/${featured_image}`} alt="" />}
      {/* The server has reduced the HTML to an allow-list before it stored the post. */}
      <div
        className={`prose ${classes.text}`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
        dangerouslySetInnerHTML={{ __html: content }}
      />
    </article>
  );
}

/** Returns to the list as the person left it, or to its beginning when they opened the post by a link. */
function BackToPosts() {
  const navigate = useNavigate();
  const { isFromList }: { isFromList?: boolean } = Object(useLocation().state);
  return (
    <Button variant="default" onClick={() => (isFromList ? navigate(-1) : navigate(publishedPostsPath))}>
      All posts
    </Button>
  );
}
