import { trpc } from '../../lib/trpc.ts';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { blogAddress } from './blog-address.ts';
import { PostForm } from './post-form.tsx';
import type { Post } from './post-types.ts';
import { usePostForm } from './use-post-form.ts';

/** The form of a stored post. */
export function PostEdit() {
  const query = trpc.blog.one.useQuery(useRowId(), forForm);
  return (
    <StoredForm title="Edit Blog Post" query={query} subject="The blog post">
      {({ post }) => <StoredPostForm key={post.id} post={post} />}
    </StoredForm>
  );
}

function StoredPostForm({ post }: { post: Post }) {
  const { backToList } = useFormAddress(blogAddress);
  const form = usePostForm({ row: post, words: 'The post was saved.', onSaved: backToList });
  return <PostForm title="Edit Blog Post" form={form} onCancel={backToList} />;
}
