import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import type { WritingProps } from '../writing/writing-editor.tsx';

interface RichTextInputProps extends Omit<WritingProps, 'labelId' | 'describedBy' | 'isInvalid'> {
  label: string;
  error?: string | undefined;
}

// The editor is larger than the rest of the panel, so only forms that need it load it.
const WritingEditor = lazy(() =>
  import('../writing/writing-editor.tsx').then((file) => ({ default: file.WritingEditor })),
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
        <WritingEditor
          {...editor}
          labelId={`${id}-name`}
          describedBy={error ? `${id}-error` : undefined}
          isInvalid={error !== undefined}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
