import { TrashScreen } from '../ui/trash-screen.tsx';
import { blogAddress } from './blog-address.ts';
import { useBlogTrash } from './use-blog-trash.ts';

/** The posts that were deleted. */
export function BlogTrash() {
  return <TrashScreen {...useBlogTrash()} title="Blog Trash" nouns="posts" address={blogAddress} />;
}
