import { createContext, use } from 'react';

interface FullScreen {
  /** The id of the form that covers the screen. */
  form: string | undefined;
  show: (form: string | undefined) => void;
}

export const FullScreenContext = createContext<FullScreen | undefined>(undefined);

/** Returns whether a form covers the screen. What is outside of it must be inert then. */
export function useIsCovered(): boolean {
  return use(FullScreenContext)?.form !== undefined;
}
