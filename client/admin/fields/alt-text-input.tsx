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

/** Returns HTML as plain text, with one line per paragraph. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll('p, li, h2, h3, h4, blockquote, pre, br')) block.append('\n');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/**
 * Returns the file name and the alternative text of a picture as one text, so that versions can be compared. `chosen`
 * is a path in the library.
 */
export function describeImage(
  file: File | undefined,
  stored: string | null,
  alt: string | null | undefined,
  chosen?: string | null,
) {
  const last = (path: string) => path.split('/').at(-1);
  const kept = stored ? `Current: ${last(stored)}` : '';
  const name = file ? `New file: ${file.name}` : chosen ? `From the library: ${last(chosen)}` : kept;
  return [name, name && alt ? `“${alt}”` : ''].filter(Boolean).join('\n');
}
