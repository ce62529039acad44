import { Route, Routes } from 'react-router-dom';
import { LostScreen } from '../../components/error-pages.tsx';
import { UserCreate } from './user-pages.tsx';
import { UserEdit } from './user-edit.tsx';
import { UsersPage } from './users-page.tsx';

export function UsersScreen() {
  return (
    <Routes>
      <Route index element={<UsersPage />} />
      <Route path="new" element={<UserCreate />} />
      <Route path=":id/edit" element={<UserEdit />} />
      <Route path="*" element={<LostScreen />} />
    </Routes>
  );
}
