import IconPlus from 'icon:plus';
import IconX from 'icon:x';
import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Figure } from '../../../src/shared/column-types.ts';
import classes from './controls.module.css';
import { type ControlProps, messageOf } from './field-kind.ts';

const blank: Figure = { unit: '', number: '', meaning: '' };

export function FiguresControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const figures = form.values[name] as Figure[];
  const list = useRef<HTMLFieldSetElement>(null);
  const most = column.kind === 'figures' ? column.max : 0;
  const put = (next: Figure[]) => form.setValues({ [name]: next });
  const add = () => {
    flushSync(() => put([...figures, blank]));
    list.current?.querySelector<HTMLInputElement>('li:last-of-type input')?.focus();
  };
  const remove = (place: number) => {
    flushSync(() => put(figures.toSpliced(place, 1)));
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const error = messageOf(errorOf(name));
  return (
    <fieldset ref={list} className={classes.box}>
      <legend className={classes.legend}>{label}</legend>
      {layout.description && (
        <Text fz="sm" c="dimmed">
          {layout.description}
        </Text>
      )}
      <ol className={classes.list}>
        {figures.map((figure, place) => {
          const typed = (part: keyof Figure, words: string, most: number) => ({
            label: words,
            'aria-label': `${words} ${place + 1}`,
            value: figure[part],
            maxLength: most,
            // The preview finds the input by the attribute `data-part`.
            wrapperProps: { 'data-part': `${place}.${part}` },
            onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
              put(figures.with(place, { ...figure, [part]: currentTarget.value })),
          });
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: figures have no other name
            <li key={place} className={classes.figure}>
              <TextInput {...typed('number', 'Number', 12)} error={Boolean(error) && !figure.number.trim()} />
              <TextInput {...typed('unit', 'Unit', 12)} />
              <TextInput {...typed('meaning', 'What it means', 120)} />
              <ActionIcon
                variant="subtle"
                aria-label={`Remove figure ${place + 1}`}
                onClick={() => remove(place)}
              >
                <IconX size={16} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      {error && <Input.Error>{error}</Input.Error>}
      <Button
        variant="default"
        size="compact-md"
        data-add
        aria-disabled={figures.length >= most}
        leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
        onClick={() => figures.length < most && add()}
      >
        {figures.length >= most ? `At most ${most} figures` : 'Add figure'}
      </Button>
    </fieldset>
  );
}
