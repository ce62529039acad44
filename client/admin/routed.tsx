import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { panelRoutes } from './routes.tsx';

const router = createBrowserRouter(panelRoutes);

/** Every screen but the sign-in page, by its address. */
export function Routed() {
  return <RouterProvider router={router} />;
}
