import { createContext, use } from 'react';
import type { ControlProps } from './field-kind.ts';
import type { FormModel } from './form-model.ts';

/** The form that the fields inside belong to. */
export interface OpenForm extends Pick<ControlProps, 'form' | 'errorOf'> {
  model: FormModel;
}

export const FormContext = createContext<OpenForm | null>(null);

export function useOpenForm(): OpenForm {
  const open = use(FormContext);
  if (!open) throw new Error('A field needs a form around it');
  return open;
}
