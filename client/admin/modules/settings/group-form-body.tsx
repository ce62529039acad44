import { type ReactNode, useState } from 'react';
import type { BrandLook } from '../../../../src/shared/brand/brand-look.ts';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import type { Language } from '../../../../src/shared/settings/fields/region.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import type { ApiErrorInfo } from '../../../api/errors.ts';
import type { RecordForm } from '../../form/use-record-form.ts';
import { BrandSamples } from './brand-samples.tsx';
import { ReportFocusContext } from './report-focus-context.ts';
import { GroupFields } from './group-fields.tsx';
import { type FieldValues, type Group, type GroupName, toFieldValues } from './group-model.ts';
import { RowLanguages } from './row-languages.tsx';
import { LogoColours } from './logo-colours.tsx';

interface GroupInputsProps {
  name: GroupName;
  group: Group;
  form: RecordForm<FieldValues>;
  failure: ApiErrorInfo | undefined;
  /** The fields to show. If absent, all fields are shown. */
  shown?: Fields | undefined;
  /** Called with the path of the section, field or part of a list entry into which the focus moves. */
  onFocus: (path: string) => void;
  /** The content above the fields. */
  children?: ReactNode;
}

/**
 * The inputs of one settings group, without a save button. The group `brand` also has colour samples and
 * suggestions from an uploaded logo.
 */
export function GroupFormBody({ name, group, form, failure, shown, onFocus, children }: GroupInputsProps) {
  const fields: Fields = settingGroups[name].fields;
  const [colours, setColours] = useState<string[]>([]);
  return (
    <>
      {name === 'brand' && (
        <BrandSamples look={form.values as Readonly<Record<string, unknown>> & BrandLook} />
      )}
      {colours.length > 0 && (
        <LogoColours
          colours={colours}
          chosen={String(form.values.accent)}
          onChoose={(accent) => form.setValues({ accent })}
        />
      )}
      {name === 'region' && !shown && (
        // The cast is safe, because the form offers no other values.
        <RowLanguages
          stored={form.baseline.values.language as Language}
          chosen={form.values.language as Language}
        />
      )}
      {children}
      <ReportFocusContext value={onFocus}>
        <GroupFields
          form={form}
          group={name}
          fields={shown ?? fields}
          fieldValues={form.values}
          stored={form.baseline.values}
          defaults={toFieldValues(fields, group.defaults)}
          errors={failure?.fields ?? {}}
          onChange={form.setValues}
          onUploaded={(field, found) => field === 'logo' && setColours(found)}
        />
      </ReportFocusContext>
    </>
  );
}
