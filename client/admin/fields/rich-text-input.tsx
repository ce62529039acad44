import { Input, Skeleton } from '@mantine/core';
import { useId } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import type { WritingProps } from '../writing/writing-editor.tsx';

interface RichTextInputProps extends Omit<WritingProps, 'labelId' | 'describedBy' | 'isInvalid'> {
  label: string;
  error?: string | undefined;
}

// The code of the editor is large, so only forms with this field load the editor.
const WritingEditor = lazyPart({
  name: 'the editor',
  load: () => import('../writing/writing-editor.tsx').then((file) => file.WritingEditor),
  placeholder: <Skeleton height={360} />,
});

/** A field for formatted text. The label of the field is also the accessible name of the editable area. */
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
      <WritingEditor
        {...editor}
        labelId={`${id}-name`}
        describedBy={error ? `${id}-error` : undefined}
        isInvalid={error !== undefined}
      />
    </Input.Wrapper>
  );
}
