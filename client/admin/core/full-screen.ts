import { createContext, use } from 'react';

interface FullScreen {
  /** The id of the form that covers the whole screen, or undefined if no form covers the screen. */
  form: string | undefined;
  show: (form: string | undefined) => void;
}

export const FullScreenContext = createContext<FullScreen | undefined>(undefined);

/** What is outside that form must then be inert. */
export function useIsCovered(): boolean {
  return use(FullScreenContext)?.form !== undefined;
}
