import { ListRoutes } from '../ui/list-routes.tsx';
import { BlogPage } from './blog-page.tsx';
import { BlogTrash } from './blog-trash.tsx';
import { PostCreate } from './post-create.tsx';
import { PostEdit } from './post-edit.tsx';

/** Blog management: the list, or a form in its place. */
export function BlogScreen() {
  return <ListRoutes list={<BlogPage />} create={<PostCreate />} edit={<PostEdit />} trash={<BlogTrash />} />;
}
