import { DeleteDialog } from '../ui/delete-dialog.tsx';
import type { Post } from './post-types.ts';
import { useRemovePost } from './use-post-changes.ts';

interface PostDeleteDialogProps {
  post: Post | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a post is deleted. */
export function PostDeleteDialog({ post, isOpen, onClose }: PostDeleteDialogProps) {
  const remove = useRemovePost(onClose);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <DeleteDialog
      isOpen={isOpen}
      title="Delete Blog Post"
      question={`Are you sure you want to delete "${post?.title}"? This action cannot be undone and will permanently remove this blog post from your website.`}
      answer="Delete Post"
      act={remove}
      onDelete={() => post && remove.mutate({ id: post.id })}
      onClose={close}
    />
  );
}
