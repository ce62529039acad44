import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from '../../components/error-pages.tsx';
import { PublishedPage } from './published-page.tsx';
import { PublishedPost } from './published-post-page.tsx';

/** The published posts for staff who do not manage them: the list, or one post in its place. */
export function ReaderScreen() {
  return (
    <Routes>
      <Route index element={<PublishedPage />} />
      <Route path=":id" element={<PublishedPost />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
