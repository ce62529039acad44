import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import type { RichTextProps } from './rich-text-editor.tsx';

interface RichTextFieldProps extends Omit<RichTextProps, 'labelId' | 'describedBy' | 'isInvalid'> {
  label: string;
  error?: string | undefined;
}

// The editor is larger than all the rest of the panel: it comes when a form needs it.
const RichTextEditor = lazy(() =>
  import('./rich-text-editor.tsx').then((file) => ({ default: file.RichTextEditor })),
);

/** Formatted text, with its label tied to the place where one writes. */
export function RichTextField({ label, error, ...editor }: RichTextFieldProps) {
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
