import { Route, Routes } from 'react-router-dom';
import { LostScreen } from '../layout/lost-screen.tsx';
import { UserCreate } from './user-create.tsx';
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
