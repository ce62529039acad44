import IconPlus from 'icon:plus';
import { Button, TextInput } from '@mantine/core';
import type { Figure } from '../../../src/shared/column-types.ts';
import { describedBy, OrderedList } from '../components/ordered-list.tsx';
import ordered from '../components/ordered-list.module.css';
import { type ControlProps, messageOf } from './field-kind.ts';

const blank: Figure = { unit: '', number: '', meaning: '' };

export function FiguresControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const figures = form.values[name] as Figure[];
  const max = column.kind === 'figures' ? column.max : 0;
  return (
    <OrderedList
      legend={label}
      description={layout.description}
      entries={figures}
      nameOf={(_, place) => `figure ${place + 1}`}
      error={messageOf(errorOf(name))}
      onChange={(next) => form.setValues({ [name]: next })}
      footer={(add) => (
        <Button
          variant="default"
          size="compact-md"
          aria-disabled={figures.length >= max}
          leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
          onClick={() => figures.length < max && add(() => blank)}
        >
          {figures.length >= max ? `At most ${max} figures` : 'Add figure'}
        </Button>
      )}
    >
      {(figure, place, { row, change, errorId }) => {
        const typed = (part: keyof Figure, text: string, maxLength: number) => ({
          label: text,
          'aria-label': `${text} ${place + 1}`,
          value: figure[part] ?? '',
          maxLength,
          // The preview finds the input by the attribute `data-part`.
          wrapperProps: { 'data-part': `${place}.${part}` },
          onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            change({ ...figure, [part]: currentTarget.value }),
        });
        const isWrong = errorId !== undefined && !figure.number.trim();
        return row(
          <div className={ordered.inputs}>
            <TextInput
              {...typed('number', 'Number', 12)}
              error={isWrong}
              ref={describedBy(isWrong ? errorId : undefined)}
            />
            <TextInput {...typed('unit', 'Unit', 12)} />
            <TextInput {...typed('meaning', 'What it means', 120)} />
            <TextInput {...typed('before', 'Before', 12)} />
            <TextInput {...typed('after', 'After', 12)} />
          </div>,
        );
      }}
    </OrderedList>
  );
}
