import { Checkbox, TextInput } from '@mantine/core';

interface AltTextInputProps {
  /**
   * The alternative text. It is empty for a decorative picture, and null when nobody has described the
   * picture.
   */
  alt: string | null;
  error?: string | undefined;
  onChange: (alt: string | null) => void;
}

/** Asks for a picture's alternative text. */
export function AltTextInput({ alt, error, onChange }: AltTextInputProps) {
  const isDecorative = alt === '';
  return (
    <>
      <TextInput
        mt="sm"
        label="Alternative text"
        description="Describe the image for people who can’t see it"
        maxLength={250}
        disabled={isDecorative}
        value={alt ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
      <Checkbox
        mt="xs"
        label="Decorative image (no description needed)"
        checked={isDecorative}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
    </>
  );
}
