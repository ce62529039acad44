import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { NotFoundPage } from '../components/error-pages.tsx';

interface ListRoutesProps {
  list: ReactNode;
  create: ReactNode;
  edit: ReactNode;
  trash: ReactNode;
}

/** The routes of a module: its list, its trash, and the forms that replace the list. */
export function ListRoutes({ list, create, edit, trash }: ListRoutesProps) {
  return (
    <Routes>
      <Route index element={list} />
      <Route path="new" element={create} />
      <Route path=":id/edit" element={edit} />
      <Route path="trash" element={trash} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
