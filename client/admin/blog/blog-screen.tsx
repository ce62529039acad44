import { Route, Routes } from 'react-router-dom';
import { LostScreen } from '../layout/lost-screen.tsx';
import { BlogPage } from './blog-page.tsx';
import { PostCreate } from './post-create.tsx';
import { PostEdit } from './post-edit.tsx';

/** Blog management: the list, or a form in its place. */
export function BlogScreen() {
  return (
    <Routes>
      <Route index element={<BlogPage />} />
      <Route path="new" element={<PostCreate />} />
      <Route path=":id/edit" element={<PostEdit />} />
      <Route path="*" element={<LostScreen />} />
    </Routes>
  );
}
