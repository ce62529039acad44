import type { ComponentType } from 'react';
import { revisionOf } from '../form/form-definition.ts';
import { controls } from './controls.tsx';
import classes from './controls.module.css';
import type { ControlProps, FieldLayout } from './field-kind.ts';
import { useFormContext } from './form-context.tsx';

interface FieldProps extends FieldLayout {
  name: string;
  /** Replaces the component of the column. */
  Control?: ComponentType<ControlProps>;
}

/** @throws {Error} when the form does not show this column */
export function Field({ name, Control: Own, ...layout }: FieldProps) {
  const { model, form, errorOf } = useFormContext();
  const field = model.fields.get(name);
  if (!field) throw new Error(`The form has no column ${name}`);
  const { column, kind, options } = field;
  const Control = Own ?? kind.Control ?? controls[column.kind];
  return (
    <div key={revisionOf(form, name)} className={classes.field} data-path={name}>
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
