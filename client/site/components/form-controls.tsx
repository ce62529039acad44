import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { useSiteSettings } from '../app/site-context.ts';

interface FrameProps {
  name: string;
  label: string;
  /** A hint below the control. */
  help?: string;
  /** The error message for the value. */
  error?: string | undefined;
  /** The initial value. */
  defaultValue?: string | undefined;
  isOptional?: boolean;
}

/**
 * The frame of a form control: the label above, and the error message and the hint below. An optional field
 * is marked as optional.
 */
function Field({ name, label, help, error, isOptional, children }: FrameProps & { children: ReactNode }) {
  const { forms } = useSiteSettings().texts;
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={name}>{label}</label>
        {isOptional && <span className="field-optional">{forms.optional}</span>}
      </div>
      {children}
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      {help && (
        <p className="field-help" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}

function tied({ name, help, error, defaultValue, isOptional }: FrameProps) {
  const descriptions = [error && `${name}-error`, help && `${name}-help`].filter(Boolean).join(' ');
  return {
    id: name,
    name,
    defaultValue,
    required: !isOptional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions || undefined,
  };
}

export type InputControlProps = FrameProps &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'maxLength' | 'accept' | 'pattern'>;

export function InputControl({
  type = 'text',
  autoComplete,
  maxLength,
  accept,
  pattern,
  ...frame
}: InputControlProps) {
  return (
    <Field {...frame}>
      <input
        {...tied(frame)}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        accept={accept}
        pattern={pattern}
      />
    </Field>
  );
}

export type TextareaControlProps = FrameProps &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength'>;

export function TextareaControl({ rows = 6, maxLength, ...frame }: TextareaControlProps) {
  return (
    <Field {...frame}>
      <textarea {...tied(frame)} rows={rows} maxLength={maxLength} />
    </Field>
  );
}

export interface SelectControlProps extends FrameProps {
  /** The text of the first option. This option has no value. */
  prompt: string;
  values: readonly string[];
}

export function SelectControl({ prompt, values, defaultValue = '', ...frame }: SelectControlProps) {
  return (
    <Field {...frame}>
      <select {...tied({ ...frame, defaultValue })}>
        <option value="">{prompt}</option>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </Field>
  );
}
