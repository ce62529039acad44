/** Loads a group when a form of it opens, and never while it is being edited. */
export const groupOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const;
