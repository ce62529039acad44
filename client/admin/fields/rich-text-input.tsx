import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import type { RichTextProps } from './rich-text-editor.tsx';

interface RichTextInputProps extends Omit<RichTextProps, 'labelId' | 'describedBy' | 'isInvalid'> {
  label: string;
  error?: string | undefined;
}

// The editor is larger than the rest of the panel, so only forms that need it load it.
const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then((file) => ({ default: file.RichTextEditor })),
);

/** A field for formatted text. Its label names the editable area. */
export function RichTextInput({ label, error, ...editor }: RichTextInputProps) {
  const id = useId();
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-name` }}
      id={id}
      error={error}
      errorProps={{ role: undefined }}
    >
      <Suspense fallback={<Skeleton height={360} />}>
        <RichTextEditor
          {...editor}
          labelId={`${id}-name`}
          describedBy={error ? `${id}-error` : undefined}
          isInvalid={error !== undefined}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
