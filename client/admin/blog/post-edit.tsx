import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { StoredForm } from '../ui/stored-form.tsx';
import { forForm, useRowId } from '../ui/stored-row.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { blogAddress } from './blog-address.ts';
import { toDraft, toPostInput } from './post-draft.ts';
import { PostForm } from './post-form.tsx';
import type { Post } from './post-types.ts';

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
  const [initial] = useState(() => toDraft(post));
  const { backToList } = useFormAddress(blogAddress);
  const { blog } = trpc.useUtils();
  const { progress, stop, asForm } = useSaving({
    words: 'The post was saved.',
    refresh: () => blog.invalidate(),
    onSaved: backToList,
  });
  const save = trpc.blog.update.useMutation(asForm);
  return (
    <PostForm
      title="Edit Blog Post"
      initial={initial}
      storedPicture={post.featured_image ?? undefined}
      save={save}
      progress={progress}
      onStop={stop}
      onSave={(draft) => save.mutate({ ...toPostInput(draft), id: post.id, version: post.version })}
      onCancel={backToList}
    />
  );
}
