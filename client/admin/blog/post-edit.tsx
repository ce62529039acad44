import { Skeleton } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { trpc } from '../../lib/trpc.ts';
import { QueryView } from '../ui/query-view.tsx';
import { useFormAddress } from '../ui/use-form-address.ts';
import { blogAddress } from './blog-address.ts';
import { toDraft, toPostInput } from './post-draft.ts';
import { PostForm } from './post-form.tsx';
import type { Post } from './post-types.ts';
import { useUpdatePost } from './use-post-changes.ts';

/** The form of a stored post. Loaded anew each time, and never replaced under the hands of who is writing. */
export function PostEdit() {
  const { id } = useParams();
  const query = trpc.blog.one.useQuery(
    { id: Number(id) },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  return (
    <QueryView query={query} subject="The blog post" skeleton={<Skeleton height={560} />}>
      {({ post }) => <StoredPostForm key={post.id} post={post} />}
    </QueryView>
  );
}

function StoredPostForm({ post }: { post: Post }) {
  const { backToList } = useFormAddress(blogAddress);
  const { save, progress } = useUpdatePost(backToList);
  return (
    <PostForm
      title="Edit Blog Post"
      initial={toDraft(post)}
      storedPicture={post.featured_image ?? undefined}
      isSaving={save.isPending}
      error={save.error}
      progress={progress}
      onSave={(draft) => save.mutate({ ...toPostInput(draft), id: post.id, version: post.version })}
      onCancel={backToList}
    />
  );
}
