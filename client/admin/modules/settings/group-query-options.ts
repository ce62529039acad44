/**
 * Query options for settings that a form edits. The settings are loaded each time a form opens, and never
 * while somebody edits them.
 */
export const groupQueryOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const;
