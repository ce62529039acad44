import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { LostScreen } from '../layout/lost-screen.tsx';

interface ListRoutesProps {
  list: ReactNode;
  create: ReactNode;
  edit: ReactNode;
}

/** The addresses of a module: its list, and the forms that stand in the list's place. */
export function ListRoutes({ list, create, edit }: ListRoutesProps) {
  return (
    <Routes>
      <Route index element={list} />
      <Route path="new" element={create} />
      <Route path=":id/edit" element={edit} />
      <Route path="*" element={<LostScreen />} />
    </Routes>
  );
}
