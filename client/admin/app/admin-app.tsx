import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { panelRoutes } from './routes.tsx';

const router = createBrowserRouter(panelRoutes);

/** Every screen except the sign-in page, chosen by its address. */
export function Routed() {
  return <RouterProvider router={router} />;
}
