import { Checkbox, Input, Stack } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import classes from '../../resource/controls.module.css';
import type { ControlProps, FieldKind } from '../../resource/field-kind.ts';

const name = 'services';

/**
 * The field for the services that a project used. The value contains the keys of the services in the
 * settings.
 */
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
  const choose = (key: string, isChosen: boolean) =>
    form.setValues({ [name]: isChosen ? [...chosen, key] : chosen.filter((one) => one !== key) });
  return (
    <fieldset className={classes.box}>
      <legend className={classes.legend}>{label}</legend>
      <Stack gap={8}>
        {[...offered, ...old].map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={chosen.includes(key)}
            onChange={({ currentTarget }) => choose(key, currentTarget.checked)}
          />
        ))}
      </Stack>
      {errorOf(name) && <Input.Error>{errorOf(name)}</Input.Error>}
    </fieldset>
  );
}
