import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { nodeRules } from '../../../../src/shared/writing/schema.ts';

interface AltTextFieldProps {
  editor: Editor;
  position: number;
  alt: string | null;
}

/** `alt` is `null` until somebody describes the picture, and `''` for a decoration. */
export function AltTextField({ editor, position, alt }: AltTextFieldProps) {
  const set = (value: string | null) =>
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'alt', value));
  return (
    <>
      <ContextBarTextField
        label="What the picture shows"
        value={alt ?? ''}
        isOff={alt === ''}
        maxLength={nodeRules.image.attributes.alt.check.max}
        onChange={(value) => set(value || null)}
      />
      <Checkbox
        size="xs"
        label="Decoration"
        checked={alt === ''}
        onChange={(event) => set(event.currentTarget.checked ? '' : null)}
      />
    </>
  );
}

interface TextProps {
  label: string;
  value: string;
  placeholder?: string;
  maxLength?: number;
  isOff?: boolean;
  onChange: (value: string) => void;
}

export function ContextBarTextField({ label, isOff = false, onChange, ...more }: TextProps) {
  return (
    <TextInput
      size="xs"
      className="writing-field"
      aria-label={label}
      placeholder={label}
      disabled={isOff}
      {...more}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}

export function ContextBarSelect({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={Object.entries(options).map(([key, text]) => ({ value: key, label: text }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function ContextBarButton({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  return (
    <Button size="compact-sm" variant="subtle" onClick={onClick}>
      {label}
    </Button>
  );
}
