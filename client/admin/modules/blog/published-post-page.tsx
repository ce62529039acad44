import { Skeleton } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { PostText } from './post-text.tsx';

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
