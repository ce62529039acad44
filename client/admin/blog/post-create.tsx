import { trpc } from '../../lib/trpc.ts';
import { useFormAddress } from '../ui/use-form-address.ts';
import { useSaving } from '../ui/use-saving.ts';
import { blogAddress } from './blog-address.ts';
import { emptyPost, toPostInput } from './post-draft.ts';
import { PostForm } from './post-form.tsx';

/** The form of a new post. */
export function PostCreate() {
  const { toNewest, backToList } = useFormAddress(blogAddress);
  const { blog } = trpc.useUtils();
  const { progress, stop, asForm } = useSaving({
    words: 'The post was created.',
    refresh: () => blog.invalidate(),
    onSaved: toNewest,
  });
  const save = trpc.blog.create.useMutation(asForm);
  return (
    <PostForm
      title="Create New Post"
      initial={emptyPost}
      save={save}
      progress={progress}
      onStop={stop}
      onSave={(draft) => save.mutate({ ...toPostInput(draft), tags: [] })}
      onCancel={backToList}
    />
  );
}
