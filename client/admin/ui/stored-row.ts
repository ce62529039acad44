import { useParams } from 'react-router-dom';

/** The row that the address of a form names. */
export function useRowId(): { id: number } {
  const { id } = useParams();
  return { id: Number(id) };
}

/** The options of a query for a form: loaded anew each time, and never replaced under the hands of who is writing. */
export const forForm = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const;
