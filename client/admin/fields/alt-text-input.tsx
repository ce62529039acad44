import { Checkbox, TextInput } from '@mantine/core';

interface AltTextInputProps {
  /**
   * The alternative text of a picture. An empty text means that the picture is decorative. Null means that
   * nobody has described the picture.
   */
  alt: string | null;
  error?: string | undefined;
  onChange: (alt: string | null) => void;
}

/** The fields with which a person describes a picture, or marks the picture as decorative. */
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

/** Returns the text of HTML, with a line break after each paragraph, heading and list item. */
export function htmlToText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll('p, li, h2, h3, h4, blockquote, pre, br')) block.append('\n');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  return (body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim();
}

/**
 * Returns the file name and the alternative text of a picture as one text, so that people can compare two versions of a
 * form. `file` is a new upload, `stored` is the path of the stored picture, and `chosen` is the path of a picture from
 * the library. Returns an empty text if there is no picture.
 */
export function formatImageVersion(
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
