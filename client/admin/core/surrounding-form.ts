import { createContext, type RefObject } from 'react';

/** `leave` returns to the list, `stay` keeps the form open, `draft` stores a hidden row that may lack required values. */
export type SaveWay = 'leave' | 'stay' | 'draft';

interface SurroundingForm {
  id: string;
  element: RefObject<HTMLFormElement | null>;
  isSubmitting: boolean;
  /** Submits the form, as its button does for `leave`. */
  save: (way: SaveWay) => void;
}

export const SurroundingFormContext = createContext<SurroundingForm | undefined>(undefined);
