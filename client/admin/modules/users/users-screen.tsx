import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from '../../components/error-pages.tsx';
import { UserEdit } from './user-edit.tsx';
import { UserCreate } from './user-pages.tsx';
import { UsersPage } from './users-page.tsx';

export function UsersScreen() {
  return (
    <Routes>
      <Route index element={<UsersPage />} />
      <Route path="new" element={<UserCreate />} />
      <Route path=":id/edit" element={<UserEdit />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
