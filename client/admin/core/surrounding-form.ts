import { createContext, type RefObject } from 'react';

interface SurroundingForm {
  id: string;
  element: RefObject<HTMLFormElement | null>;
  isSubmitting: boolean;
}

export const SurroundingFormContext = createContext<SurroundingForm | undefined>(undefined);
