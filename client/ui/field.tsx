import './field.css';
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';

interface FrameProps {
  name: string;
  label: string;
  /** What helps to fill it in; stands below. */
  help?: string;
  isOptional?: boolean;
}

/** A label above, the control, help below. Optional fields say so; the others are required. */
function Field({ name, label, help, isOptional, children }: FrameProps & { children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={name}>{label}</label>
        {isOptional && <span className="field-optional">optional</span>}
      </div>
      {children}
      {help && (
        <p className="field-help" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

type Described = Pick<FrameProps, 'name' | 'help' | 'isOptional'>;
const tied = ({ name, help, isOptional }: Described) => ({
  id: name,
  name,
  required: !isOptional,
  'aria-describedby': help ? `${name}-help` : undefined,
});

type TextFieldProps = FrameProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'maxLength' | 'accept'>;

export function TextField({ name, label, help, isOptional, ...input }: TextFieldProps) {
  return (
    <Field {...{ name, label, help, isOptional }}>
      <input {...tied({ name, help, isOptional })} {...input} />
    </Field>
  );
}

type AreaFieldProps = FrameProps & Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength'>;

export function AreaField({ name, label, help, isOptional, rows = 6, maxLength }: AreaFieldProps) {
  return (
    <Field {...{ name, label, help, isOptional }}>
      <textarea {...tied({ name, help, isOptional })} rows={rows} maxLength={maxLength} />
    </Field>
  );
}

interface SelectFieldProps extends FrameProps {
  /** The first choice, which is none. */
  prompt: string;
  values: readonly string[];
}

export function SelectField({ name, label, help, isOptional, prompt, values }: SelectFieldProps) {
  return (
    <Field {...{ name, label, help, isOptional }}>
      <select {...tied({ name, help, isOptional })} defaultValue="">
        <option value="">{prompt}</option>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </Field>
  );
}
