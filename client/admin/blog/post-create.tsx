import { useFormAddress } from '../ui/use-form-address.ts';
import { blogAddress } from './blog-address.ts';
import { emptyPost, toPostInput } from './post-draft.ts';
import { PostForm } from './post-form.tsx';
import { useCreatePost } from './use-post-changes.ts';

/** The form of a new post. */
export function PostCreate() {
  const { toNewest, backToList } = useFormAddress(blogAddress);
  const { save, progress } = useCreatePost(toNewest);
  return (
    <PostForm
      title="Create New Post"
      initial={emptyPost}
      isSaving={save.isPending}
      error={save.error}
      progress={progress}
      onSave={(draft) => save.mutate({ ...toPostInput(draft), tags: [] })}
      onCancel={backToList}
    />
  );
}
