import { useFormAddress } from '../ui/use-form-address.ts';
import { blogAddress } from './blog-address.ts';
import { PostForm } from './post-form.tsx';
import { usePostForm } from './use-post-form.ts';

/** The form of a new post. */
export function PostCreate() {
  const { toNewest, backToList } = useFormAddress(blogAddress);
  const form = usePostForm({ words: 'The post was created.', onSaved: toNewest });
  return <PostForm title="Create New Post" form={form} onCancel={backToList} />;
}
