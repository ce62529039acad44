import { Checkbox } from '@mantine/core';
import type { ControlProps, FieldKind } from '../field-kind.ts';
import { useFormPublication } from './use-form-publication.ts';

const name = 'is_published';

/** `is_published` as a checkbox, unchecked for a scheduled row. */
export const publishTick: FieldKind = {
  initial: { [name]: false },
  fromRow: (row) => ({ [name]: row[name] }),
  format: (values) => (values[name] ? 'Yes' : 'No'),
  toInput: (values) => ({ [name]: values[name] }),
  errorNames: [name],
  Control: PublishTick,
};

function PublishTick({ label, form, errorOf }: ControlProps) {
  const { state, moment, publishNow, saveAsDraft } = useFormPublication();
  const isScheduled = state === 'scheduled';
  return (
    <Checkbox
      label={label}
      description={isScheduled ? `Scheduled for ${moment}. Tick to publish it when you save.` : undefined}
      checked={Boolean(form.values[name]) && !isScheduled}
      error={errorOf(name)}
      onChange={({ currentTarget }) => (currentTarget.checked ? publishNow() : saveAsDraft())}
    />
  );
}
