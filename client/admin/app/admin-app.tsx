import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { adminRoutes } from './routes.tsx';

const router = createBrowserRouter(adminRoutes);

/** Every screen except the sign-in page, chosen by its address. */
export function AdminApp() {
  return <RouterProvider router={router} />;
}
