import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    patienceMs: number;
  }
}

/** The limit of all waits, for libraries with limits of their own. */
export const patienceMs = inject('patienceMs');
