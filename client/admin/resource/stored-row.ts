import { useParams } from 'react-router-dom';

/** Returns the id in the address of a form. */
export function useIdParam(): { id: number } {
  const { id } = useParams();
  return { id: Number(id) };
}

/** Query options for forms: loads the row at each opening, and never replaces it while somebody edits. */
export const editQueryOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const;
