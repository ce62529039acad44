import { useMemo, useState } from 'react';
import type { BrandLook } from '../../../../src/shared/brand/brand.ts';
import type { Fields } from '../../../../src/shared/settings/fields.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormElement, SaveButton, SaveFailure } from '../../form/form-element.tsx';
import { FormModals } from '../../form/form-modals.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { BrandSamples } from './brand-samples.tsx';
import { GroupFields } from './group-fields.tsx';
import {
  definitionOf,
  type Draft,
  type Group,
  type GroupName,
  toDraft,
  toReassignments,
  toRow,
  toValue,
} from './group-model.ts';
import classes from './settings.module.css';

interface GroupFormProps {
  name: GroupName;
  group: Group;
  /** Reloads the form with the stored values. */
  onSaved: () => void;
}

/** The form of one group of the settings. What is saved is on the site at once. */
export function GroupForm({ name, group, onSaved }: GroupFormProps) {
  const fields: Fields = settingGroups[name].fields;
  const utils = trpc.useUtils();
  const [kind] = useState(() => definitionOf(name));
  const [row] = useState(() => toRow(group));
  const save = async (draft: Draft, version: number, options: object) => {
    const reassign_to = toReassignments(fields, draft);
    const input = {
      group: name,
      value: toValue(fields, draft),
      version,
      ...(reassign_to && { reassign_to }),
    };
    return toRow(await utils.client.settings.update.mutate(input, options));
  };
  const form = useRecordForm(
    kind,
    {
      create: (draft, options) => save(draft, 0, options),
      update: (draft, { version }, options) => save(draft, version, options),
      // What is saved here may be shown on any screen.
      refresh: () => utils.invalidate(),
      onStored: (stored) => utils.settings.one.setData({ group: name }, stored),
    },
    { row, empty: row.value, words: 'Saved. Visitors see it now.', onSaved },
  );
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  if (form.guard.isDropped) return null;
  return (
    <>
      <FormElement form={form} problem={failure} className={classes.form} onSave={form.save}>
        <FormAlerts form={form} />
        <SaveFailure failure={failure} />
        {name === 'brand' && <BrandSamples look={form.draft as unknown as BrandLook} />}
        <GroupFields
          key={form.state.edition}
          group={name}
          fields={fields}
          draft={form.draft}
          stored={form.state.ground.base}
          defaults={toDraft(fields, group.defaults)}
          errors={failure?.fields ?? {}}
          onChange={form.change}
        />
        <div className={classes.actions}>
          <SaveButton form={form} label={`Save ${settingGroups[name].label}`} />
        </div>
      </FormElement>
      <FormModals form={form} />
    </>
  );
}
