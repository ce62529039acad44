import { createContext, type RefObject } from 'react';

interface SurroundingForm {
  id: string;
  element: RefObject<HTMLFormElement | null>;
  /** Whether a save is running. */
  isSubmitting: boolean;
}

/** The form around a component, or undefined outside all forms. */
export const SurroundingFormContext = createContext<SurroundingForm | undefined>(undefined);
