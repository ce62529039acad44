import { NativeSelect } from '@mantine/core';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import type { ControlProps } from './field-kind.ts';

/** A select for a row of another module. The other module must have the call `places`. */
export function ReferenceControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const to = (column.kind === 'reference' ? column.to : name) as ModuleName;
  // `places` returns the same shape for every module that a column may refer to, so the cast is safe.
  const { data } = trpc[to as 'portfolio'].places.useQuery();
  const chosen = String(form.values[name] || '');
  const rows = (data?.places ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  // A select shows its first option if none has the value, so a stored value that is not listed is added.
  const isListed = chosen === '' || rows.some(({ value }) => value === chosen);
  const { noun } = factsOf(to);
  const stored = isListed ? [] : [{ value: chosen, label: data ? `${noun} ${chosen}` : 'Loading…' }];
  return (
    <NativeSelect
      label={label}
      description={layout.description}
      data={[{ value: '', label: `No ${noun}` }, ...stored, ...rows]}
      value={chosen}
      error={errorOf(name)}
      onChange={({ currentTarget }) => form.setValues({ [name]: currentTarget.value })}
    />
  );
}
