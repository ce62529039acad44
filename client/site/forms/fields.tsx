import { createContext, use } from 'react';
import * as ui from '../components/field.tsx';

/** What the form that a field stands in knows of it, by name. */
export interface FormFacts {
  errors: Readonly<Record<string, string>>;
  /** What was typed when the browser itself had sent the form. */
  values: Readonly<Record<string, string>>;
}

export const FormContext = createContext<FormFacts>({ errors: {}, values: {} });

function useFacts(name: string) {
  const { errors, values } = use(FormContext);
  return { error: errors[name], defaultValue: values[name] };
}

export function TextField(props: ui.TextFieldProps) {
  return <ui.TextField {...props} {...useFacts(props.name)} />;
}

/** A field for one file; a page can not fill it in again. */
export function FileField(props: ui.TextFieldProps) {
  const { error } = useFacts(props.name);
  return <ui.TextField {...props} type="file" error={error} />;
}

export function AreaField(props: ui.AreaFieldProps) {
  return <ui.AreaField {...props} {...useFacts(props.name)} />;
}

export function SelectField(props: ui.SelectFieldProps) {
  return <ui.SelectField {...props} {...useFacts(props.name)} />;
}
