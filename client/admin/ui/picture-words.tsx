import { Checkbox, TextInput } from '@mantine/core';

interface PictureWordsProps {
  /** What the picture shows; empty: it only decorates; null: nobody has said. */
  alt: string | null;
  error?: string | undefined;
  onChange: (alt: string | null) => void;
}

/** Asks what a picture shows, for those who do not see it. */
export function PictureWords({ alt, error, onChange }: PictureWordsProps) {
  const isDecorative = alt === '';
  return (
    <>
      <TextInput
        mt="sm"
        label="Alternative text"
        description="What it shows, for people who do not see it"
        maxLength={250}
        disabled={isDecorative}
        value={alt ?? ''}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
      <Checkbox
        mt="xs"
        label="Decorative: nothing is lost without it"
        checked={isDecorative}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
    </>
  );
}
