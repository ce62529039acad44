import { createContext, use } from 'react';
import type {
  ApplicationInput,
  ContactInput,
  InternshipInput,
  QuotationInput,
} from '../../../src/modules/inbox/public-forms.schema.ts';
import * as ui from '../components/form-controls.tsx';

/** The state of the surrounding form, by field name. */
interface PostedFormState {
  errors: Readonly<Record<string, string>>;
  /** The input with which the form was posted. Empty if the form was not posted. */
  values: Readonly<Record<string, string>>;
}

export const FormContext = createContext<PostedFormState>({ errors: {}, values: {} });

/** The input of any of the built-in forms for visitors. */
export type PublicFormInput = ContactInput | QuotationInput | InternshipInput | ApplicationInput;

/** The props of a field. `name` must be a field of `Input`, or the code does not compile. */
type FieldOf<Input, Props> = Omit<Props, 'name'> & { name: keyof Input & string };

function useFacts(name: string) {
  const { errors, values } = use(FormContext);
  return { error: errors[name], defaultValue: values[name] };
}

export function TextField<Input>(props: FieldOf<Input, ui.InputControlProps>) {
  return <ui.InputControl {...props} {...useFacts(props.name)} />;
}

/** A field for one file. After the server has refused the form, it cannot fill in the file again. */
export function FileField<Input>(props: FieldOf<Input, ui.InputControlProps>) {
  const { error } = useFacts(props.name);
  return <ui.InputControl {...props} type="file" error={error} />;
}

export function TextareaField<Input>(props: FieldOf<Input, ui.TextareaControlProps>) {
  return <ui.TextareaControl {...props} {...useFacts(props.name)} />;
}

export function SelectField<Input>(props: FieldOf<Input, ui.SelectControlProps>) {
  return <ui.SelectControl {...props} {...useFacts(props.name)} />;
}
