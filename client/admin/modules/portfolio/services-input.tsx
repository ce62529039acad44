import { Checkbox, Stack } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import type { ControlProps, FieldKind } from '../../resource/field-kind.ts';

const name = 'services';

/** The value has the keys of services in the settings. */
export const servicesField: FieldKind = {
  initial: { [name]: [] },
  fromRow: (row) => ({ [name]: row[name] ?? [] }),
  format: (values) => (values[name] as string[]).join('\n'),
  toInput: (values) => ({ [name]: values[name] }),
  errorNames: [name],
  Control: ServicesInput,
};

function ServicesInput({ label, form, errorOf }: ControlProps) {
  const { data } = trpc.site.settings.useQuery(undefined, { staleTime: 30_000 });
  const chosen = form.values[name] as string[];
  const offered = data?.services ?? [];
  const old = chosen
    .filter((key) => data && !offered.some((service) => service.key === key))
    .map((key) => ({ key, title: `${key} (no longer offered)` }));
  return (
    <Checkbox.Group
      label={label}
      value={chosen}
      error={errorOf(name)}
      onChange={(keys) => form.setValues({ [name]: keys })}
    >
      <Stack gap={8} mt={8}>
        {[...offered, ...old].map(({ key, title }) => (
          <Checkbox key={key} value={key} label={title} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
