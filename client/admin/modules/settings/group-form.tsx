import { Button } from '@mantine/core';
import { type SubmitEvent, useMemo, useRef, useState } from 'react';
import type { BrandLook } from '../../../../src/shared/brand/brand.ts';
import type { Fields } from '../../../../src/shared/settings/fields.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ErrorAlert, RetryButton } from '../../components/error-alert.tsx';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { FormModals } from '../../form/form-modals.tsx';
import { useFocusFirstError, useSaveShortcut } from '../../form/form-page.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import { BrandSamples } from './brand-samples.tsx';
import { GroupFields } from './group-fields.tsx';
import {
  definitionOf,
  type Draft,
  type Group,
  type GroupName,
  toDraft,
  toRow,
  toValue,
} from './group-model.ts';
import classes from './settings.module.css';

interface GroupFormProps {
  name: GroupName;
  group: Group;
  /** Opens the form anew with what is stored. */
  onSaved: () => void;
}

/** The form of one group of the settings. What is saved is on the site at once. */
export function GroupForm({ name, group, onSaved }: GroupFormProps) {
  const fields: Fields = settingGroups[name].fields;
  const utils = trpc.useUtils();
  const [kind] = useState(() => definitionOf(name));
  const [row] = useState(() => toRow(group));
  const save = async (draft: Draft, version: number, options: object) => {
    const input = { group: name, value: toValue(fields, draft), version };
    return toRow(await utils.client.settings.update.mutate(input, options));
  };
  const form = useRecordForm(
    kind,
    {
      create: (draft, options) => save(draft, 0, options),
      update: (draft, { version }, options) => save(draft, version, options),
      refresh: () => utils.settings.invalidate(),
      onStored: (stored) => utils.settings.one.setData({ group: name }, stored),
    },
    { row, empty: row.value, words: 'Saved. Visitors see it now.', onSaved },
  );
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstError(element, form, failure);
  useSaveShortcut(element, form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    form.save();
  };
  if (form.guard.isDropped) return null;
  return (
    <>
      <form className={classes.form} ref={element} noValidate onSubmit={submit} aria-busy={form.isSaving}>
        <FormAlerts form={form} />
        {failure && (
          <div data-failure tabIndex={-1}>
            <ErrorAlert title="Not saved" failure={failure}>
              <RetryButton failure={failure} />
            </ErrorAlert>
          </div>
        )}
        {name === 'brand' && <BrandSamples look={form.draft as unknown as BrandLook} />}
        <GroupFields
          key={form.state.edition}
          group={name}
          fields={fields}
          draft={form.draft}
          defaults={toDraft(fields, group.defaults)}
          errors={failure?.fields ?? {}}
          onChange={form.change}
        />
        <div className={classes.actions}>
          <Button type="submit" aria-disabled={form.isSaving}>
            {form.isSaving ? 'Saving...' : `Save ${settingGroups[name].label}`}
          </Button>
        </div>
      </form>
      <FormModals form={form} />
    </>
  );
}
