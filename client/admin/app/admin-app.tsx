import { useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { useServices } from '../core/admin-context.ts';
import { createAdminRoutes } from './routes.tsx';

/** Every screen except the sign-in page, chosen by its address. */
export function AdminApp() {
  const services = useServices();
  const [router] = useState(() => createBrowserRouter(createAdminRoutes(services)));
  return <RouterProvider router={router} />;
}
