import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { BrandLook } from '../../../../src/shared/brand/brand.ts';
import type { Fields } from '../../../../src/shared/settings/fields.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useIsCovered } from '../../core/full-screen.ts';
import { refreshDocument } from '../../core/panel-document.ts';
import { FormAlerts } from '../../form/form-alerts.tsx';
import { SignInAgain } from '../../form/session-expired-modal.tsx';
import { FormElement, SaveButton, SaveFailure } from '../../form/form-page.tsx';
import { useRecordForm } from '../../form/use-record-form.ts';
import preview from '../../preview/preview.module.css';
import { useIgnoredDrops } from '../../preview/use-ignored-drops.ts';
import { BrandSamples } from './brand-samples.tsx';
import { GroupFields } from './group-fields.tsx';
import {
  type FieldValues,
  settingsFormOf,
  type Group,
  type GroupName,
  toFieldValues,
  toCompanyFacts,
  toReassignments,
  toRow,
  toValue,
} from './group-model.ts';
import { GroupPreview, pathOfSection } from './group-preview.tsx';
import { LogoColours } from './logo-colours.tsx';
import formClasses from '../../form/form.module.css';
import { FocusedFieldContext } from './focused-field.ts';
import { useFieldOfAddress } from './use-field-of-address.ts';

/** The width from which the preview fits beside the form. */
const wide = '(min-width: 90rem)';

/** The groups that the panel itself shows. */
const shownInPanel: ReadonlySet<GroupName> = new Set(['brand', 'company', 'region']);

interface GroupFormProps {
  name: GroupName;
  group: Group;
  /** The fields to show. */
  shown?: Fields;
  saveLabel?: string;
  /** Further buttons beside the one that saves. */
  actions?: ReactNode;
  /** A field of another group, above the fields. It is saved before this group. */
  companion?:
    | undefined
    | {
        render: (fieldValues: FieldValues, onChange: (part: FieldValues) => void) => ReactNode;
        save: () => Promise<void>;
      };
  /** Reloads the form with the stored values. */
  onSaved: () => void;
}

/** The form of one group of the settings. */
export function GroupForm({ name, group, shown, saveLabel, actions, companion, onSaved }: GroupFormProps) {
  const { fields, label }: { fields: Fields; label: string } = settingGroups[name];
  const utils = trpc.useUtils();
  const [kind] = useState(() => settingsFormOf(name));
  const [row] = useState(() => toRow(group));
  const [colours, setColours] = useState<string[]>([]);
  const save = async (fieldValues: FieldValues, version: number, options: object) => {
    await companion?.save();
    const reassign_to = toReassignments(fields, fieldValues);
    const company = toCompanyFacts(fieldValues);
    const input = {
      group: name,
      value: toValue(fields, fieldValues),
      version,
      language: group.language,
      trade: group.trade,
      ...(reassign_to && { reassign_to }),
      ...(company && { company }),
    };
    return toRow(await utils.client.settings.update.mutate(input, options));
  };
  const form = useRecordForm(
    kind,
    {
      create: (fieldValues, options) => save(fieldValues, 0, options),
      update: (fieldValues, { version }, options) => save(fieldValues, version, options),
      // Any screen may show these settings.
      refresh: async () => {
        if (shownInPanel.has(name)) void refreshDocument();
        await utils.invalidate();
      },
      onStored: (stored) => utils.settings.one.setData({ group: name }, stored),
    },
    {
      row,
      defaultValues: kind.toValues(row),
      successMessage: 'Saved. Visitors see it now.',
      onSuccess: onSaved,
    },
  );
  const [hasPreview, setHasPreview] = useState(() => window.matchMedia(wide).matches);
  const [path, setPath] = useState('/');
  const [focused, setFocused] = useState<string>();
  // Called for the form, then for the section, the field and the part of a list's entry that are around the focus.
  const followFocus = (place: string | undefined) => {
    const [first = ''] = place?.split('.') ?? [];
    const page = fields[first]?.kind === 'section' ? pathOfSection(first) : undefined;
    if (page) setPath(page);
    setFocused(place);
  };
  const isCovered = useIsCovered();
  const failure = useMemo(() => (form.error ? parseApiError(form.error) : undefined), [form.error]);
  useFieldOfAddress();
  useIgnoredDrops(document);
  if (form.guard.isRevoked) return null;
  return (
    <div className={preview.beside} data-preview={hasPreview || undefined}>
      <div className={preview.side} inert={isCovered}>
        <Button variant="default" onClick={() => setHasPreview(!hasPreview)}>
          {hasPreview ? 'Hide the preview' : 'Show the preview'}
        </Button>
        {hasPreview && (
          <GroupPreview
            group={name}
            language={group.language}
            trade={group.trade}
            fields={fields}
            fieldValues={form.values}
            path={path}
            onPath={setPath}
            focused={focused}
          />
        )}
      </div>
      <section aria-label="Form" onFocusCapture={() => followFocus(undefined)}>
        <FormElement form={form} problem={failure} onSave={form.submit}>
          <FormAlerts form={form} />
          <SaveFailure failure={failure} />
          {name === 'brand' && <BrandSamples look={form.values as unknown as BrandLook} />}
          {colours.length > 0 && (
            <LogoColours
              colours={colours}
              chosen={String(form.values.accent)}
              onChoose={(accent) => form.setValues({ accent })}
            />
          )}
          {companion?.render(form.values, form.setValues)}
          <FocusedFieldContext value={followFocus}>
            <GroupFields
              key={form.revision}
              group={name}
              fields={shown ?? fields}
              fieldValues={form.values}
              stored={form.baseline.values}
              defaults={toFieldValues(fields, group.defaults)}
              errors={failure?.fields ?? {}}
              onChange={form.setValues}
              onUploaded={(field, found) => field === 'logo' && setColours(found)}
            />
          </FocusedFieldContext>
          <div className={formClasses.bar}>
            {actions}
            <SaveButton form={form} label={saveLabel ?? `Save ${label}`} />
          </div>
        </FormElement>
        <SignInAgain guard={form.guard} />
      </section>
    </div>
  );
}
