import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, ComponentType } from 'react';
import type { Column } from '../../../src/shared/columns.ts';
import { capitalised } from '../core/labels.ts';
import { RichTextInput } from '../fields/rich-text-input.tsx';
import { StringListInput } from '../fields/string-list-input.tsx';
import { TagsInput, useTags } from '../fields/tags-input.tsx';
import { type ControlProps, messageOf } from './field-kind.ts';
import { pendingOf } from './field-kinds.ts';
import { PictureControl } from './picture-control.tsx';

/** The component for each kind of column. */
export const controls: Record<Column['kind'], ComponentType<ControlProps>> = {
  line: LineControl,
  text: LongTextControl,
  note: LineControl,
  html: HtmlControl,
  choice: ChoiceControl,
  listed: ChoiceControl,
  tick: TickControl,
  tags: TagsControl,
  lines: LinesControl,
  link: LinkControl,
  picture: PictureControl,
};

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** Returns the props of an input or a select. */
function typedProps({ name, label, layout, form, errorOf }: ControlProps) {
  const { description, placeholder, isRequired = false, isFocusedFirst } = layout;
  return {
    label,
    description,
    placeholder,
    required: isRequired,
    withAsterisk: false,
    ...(isFocusedFirst && { 'data-autofocus': true }),
    value: String(form.draft[name]),
    error: errorOf(name),
    onChange: (event: Typed) => form.change({ [name]: event.currentTarget.value }),
  };
}

function LineControl(props: ControlProps) {
  return <TextInput {...typedProps(props)} />;
}

function LinkControl(props: ControlProps) {
  const order = ['label', 'input', 'description', 'error'] as const;
  return <TextInput type="url" inputWrapperOrder={[...order]} {...typedProps(props)} />;
}

function LongTextControl(props: ControlProps) {
  return <Textarea rows={props.layout.rows ?? 3} {...typedProps(props)} />;
}

function HtmlControl({ name, label, form, errorOf }: ControlProps) {
  return (
    <RichTextInput
      label={label}
      initial={String(form.draft[name])}
      error={messageOf(errorOf(name))}
      onChange={(html) => form.change({ [name]: html })}
    />
  );
}

function ChoiceControl({ options, ...props }: ControlProps) {
  const { placeholder: _, ...typed } = typedProps({ options, ...props });
  // A select without the stored value would show its first option instead.
  const isListed = options.some(({ value }) => value === typed.value);
  const old = { value: typed.value, label: `${typed.value} (no longer offered)`, disabled: true };
  return <NativeSelect data={isListed ? [...options] : [old, ...options]} {...typed} />;
}

function TickControl({ name, label, layout, form, errorOf }: ControlProps) {
  return (
    <Checkbox
      label={label}
      description={layout.description}
      checked={Boolean(form.draft[name])}
      error={errorOf(name)}
      onChange={(event) => form.change({ [name]: event.currentTarget.checked })}
    />
  );
}

function TagsControl({ name, label, form, errorOf }: ControlProps) {
  const pending = pendingOf(name);
  const chips = useTags({
    entries: form.draft[name] as string[],
    pending: String(form.draft[pending]),
    onChange: (entries, text) => form.change({ [name]: entries, [pending]: text }),
  });
  return <TagsInput label={label} chips={chips} error={errorOf(name)} />;
}

function LinesControl({ name, label, column, form, errorOf }: ControlProps) {
  const noun = column.kind === 'lines' ? column.noun : label;
  return (
    <StringListInput
      legend={label}
      noun={capitalised(noun)}
      entries={form.draft[name] as string[]}
      error={messageOf(errorOf(name))}
      onChange={(entries) => form.change({ [name]: entries })}
    />
  );
}
