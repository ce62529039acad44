import { TextInput } from '@mantine/core';
import classes from './brand.module.css';

interface ColourInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** An input for a colour. People pick the colour, or type it as `#rrggbb`. */
export function ColourInput({ label, description, error, value, onChange }: ColourInputProps) {
  return (
    <TextInput
      label={label}
      description={description}
      error={error}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      leftSectionWidth={44}
      leftSection={
        <input
          className={classes.picker}
          type="color"
          aria-label={`Pick: ${label}`}
          value={/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}
