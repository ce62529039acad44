import { createContext, type ReactNode, use } from 'react';
import type { RecordForm } from '../form/use-record-form.ts';
import type { ControlProps, Members } from './field-kind.ts';
import type { FormModel } from './form-model.ts';
import type { Resource } from './resource-types.ts';
import type { Row } from './module-api.ts';

interface ErrorMarksProps {
  errorOf: ControlProps['errorOf'];
  children: ReactNode;
}

/** Makes the fields in `children` show the errors of `errorOf` instead of the server's errors. */
export function FieldErrorsProvider({ errorOf, children }: ErrorMarksProps) {
  const open = use(FormContext);
  return <FormContext value={open && { ...open, errorOf }}>{children}</FormContext>;
}

interface OpenForm extends Pick<ControlProps, 'errorOf'> {
  form: ControlProps['form'] & Pick<RecordForm<Members>, 'definition' | 'revisions'>;
  model: FormModel;
  resource: Resource;
  row: Row | undefined;
}

export const FormContext = createContext<OpenForm | null>(null);

export function useFormContext(): OpenForm {
  const open = use(FormContext);
  if (!open) throw new Error('A field needs a form around it');
  return open;
}
