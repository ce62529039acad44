import { createContext, type ReactNode, use } from 'react';
import { controls } from './controls.tsx';
import classes from './controls.module.css';
import type { ControlProps, FieldLayout } from './field-adapters.ts';
import type { FormModel } from './form-model.ts';
import type { Resource } from './resource-types.ts';
import type { Row } from './use-resource.ts';

/** The control of a column in the surrounding form. */
export function Field({ name, ...layout }: FieldLayout & { name: string }) {
  const { model, form, errorOf } = useFormContext();
  const field = model.fields.get(name);
  if (!field) throw new Error(`The form has no column ${name}`);
  const { column, kind, options } = field;
  const Control = kind.Control ?? controls[column.kind];
  return (
    <div className={classes.field} data-path={name}>
      <Control
        name={name}
        column={column}
        options={options}
        layout={layout}
        form={form}
        errorOf={errorOf}
        controls={controls}
        label={layout.label ?? column.label}
      />
    </div>
  );
}

interface ErrorMarksProps {
  errorOf: ControlProps['errorOf'];
  children: ReactNode;
}

/** Makes the fields inside show these errors instead of the server's. */
export function ErrorMarks({ errorOf, children }: ErrorMarksProps) {
  const open = use(FormContext);
  return <FormContext value={open && { ...open, errorOf }}>{children}</FormContext>;
}

/** The form that the fields inside belong to. */
interface OpenForm extends Pick<ControlProps, 'form' | 'errorOf'> {
  model: FormModel;
  resource: Resource;
  /** The stored row. Absent for a new one. */
  row: Row | undefined;
}

export const FormContext = createContext<OpenForm | null>(null);

export function useFormContext(): OpenForm {
  const open = use(FormContext);
  if (!open) throw new Error('A field needs a form around it');
  return open;
}
