import type { Column } from '../../../src/shared/column-types.ts';
import { createContext, type ReactNode, use } from 'react';
import type { FormDefinition } from '../form/form-definition.ts';
import type { RecordForm } from '../form/use-record-form.ts';
import type { ControlProps, FieldKind, Members, Option } from './field-kind.ts';
import type { Resource } from './resource-types.ts';
import type { Row, RowInput } from './module-api.ts';

export interface FormField {
  name: string;
  column: Column;
  kind: FieldKind;
  options: readonly Option[];
}

/** The form of a module's rows: the fields, and the functions that create, compare and send the values. */
export interface FormModel {
  definition: FormDefinition<Members, Row>;
  fields: ReadonlyMap<string, FormField>;
  /** The names of the fields in the drawer 'Publishing'. The form shows some of them too. */
  drawer: readonly string[];
  empty: Members;
  /** The field names for which the form shows the server's errors outside of the drawer. */
  errorNames: readonly string[];
  toCreate: (values: Members) => RowInput;
  toUpdate: (values: Members) => RowInput;
}

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
  form: ControlProps['form'] & Pick<RecordForm<Members>, 'definition' | 'revisions' | 'error'>;
  model: FormModel;
  resource: Resource;
  row: Row | undefined;
  /** Leads to a field, also to one in a closed block. */
  goTo: (path: string) => void;
}

export const FormContext = createContext<OpenForm | null>(null);

export function useFormContext(): OpenForm {
  const open = use(FormContext);
  if (!open) throw new Error('A field needs a form around it');
  return open;
}
