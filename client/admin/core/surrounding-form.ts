import { createContext, type RefObject } from 'react';

interface SurroundingForm {
  id: string;
  element: RefObject<HTMLFormElement | null>;
  /** A save is running. */
  isSubmitting: boolean;
}

/** The form around a field. */
export const SurroundingFormContext = createContext<SurroundingForm | undefined>(undefined);
