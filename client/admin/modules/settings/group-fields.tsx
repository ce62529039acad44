import { Text } from '@mantine/core';
import { use } from 'react';
import type { ListName } from '../../../../src/shared/enumerations.ts';
import { textWidthInEms } from '../../../../src/shared/letter-widths.ts';
import type { Field, Fields, PartsField, SectionField } from '../../../../src/shared/settings/field-types.ts';
import { revisionOf } from '../../form/form-definition.ts';
import type { RecordForm } from '../../form/use-record-form.ts';
import { ChoiceListSetting } from './choice-list-setting.tsx';
import { ListSetting, ReportFocusContext } from './list-setting.tsx';
import { type FieldValues, type Entry, type GroupName, reassignmentsPathOf } from './group-model.ts';
import { HoursProposal } from './hours-proposal.tsx';
import { LegalText } from './legal-text.tsx';
import { PictureSetting } from './picture-setting.tsx';
import { SettingInput } from './setting-input.tsx';
import classes from './settings.module.css';

interface GroupFieldsProps {
  form: Pick<RecordForm<FieldValues>, 'definition' | 'revisions'>;
  group: GroupName;
  fields: Fields;
  fieldValues: FieldValues;
  /** What was stored when the form was loaded. */
  stored: FieldValues;
  defaults: FieldValues;
  errors: Readonly<Record<string, string>>;
  onChange: (part: FieldValues) => void;
  /** Called with the path and the main colours of an uploaded picture. */
  onUploaded?: (path: string, colours: string[]) => void;
  /** The section's path and a dot. */
  prefix?: string;
}

/** With more sections than this, all are closed at first. */
const openSections = 3;

export function GroupFields({ prefix = '', ...props }: GroupFieldsProps) {
  const { fields, errors } = props;
  const onFocus = use(ReportFocusContext);
  const isLong = Object.values(fields).filter(({ kind }) => kind === 'section').length > openSections;
  return (
    <div className={classes.fields}>
      {Object.entries(fields).map(([name, field]) => {
        const path = prefix + name;
        if (field.kind === 'section') {
          const inner = (
            <>
              {field.help && <p className={classes.help}>{field.help}</p>}
              <GroupFields {...props} fields={field.fields} prefix={`${path}.`} />
            </>
          );
          const hasError = Object.keys(errors).some((wrong) => wrong.startsWith(`${path}.`));
          return isLong ? (
            <details
              key={path}
              data-section={path}
              className={classes.section}
              open={hasError || undefined}
              onFocusCapture={() => onFocus(path)}
            >
              <summary className={classes.sectionName}>
                <h2>{field.label}</h2>
              </summary>
              {inner}
            </details>
          ) : (
            <fieldset
              key={path}
              data-section={path}
              className={classes.section}
              onFocusCapture={() => onFocus(path)}
            >
              <legend className={classes.legend}>{field.label}</legend>
              {inner}
            </fieldset>
          );
        }
        return (
          <div key={path} className={classes.field} data-path={path} onFocusCapture={() => onFocus(path)}>
            {props.group === 'company' && path === 'hours' && <HoursProposal {...props} />}
            <FieldInput {...props} key={revisionOf(props.form, path)} path={path} field={field} />
            {props.group === 'company' && path === 'short_name' && <NameOnPhones {...props} />}
          </div>
        );
      })}
    </div>
  );
}

interface FieldInputProps extends GroupFieldsProps {
  path: string;
  field: Exclude<Field, SectionField>;
}

function FieldInput(props: FieldInputProps) {
  const { group, path, field, fieldValues, stored, defaults, errors, onChange, onUploaded } = props;
  if (field.kind === 'picture') {
    return (
      <PictureSetting
        group={group}
        path={path}
        field={field}
        value={String(fieldValues[path] ?? '')}
        error={errors[path]}
        onChange={(value, alt) => {
          const altPath = `${path}_alt`;
          const opening = path.replace(/[^.]+$/, 'opening');
          onChange({
            [path]: value,
            ...(alt && fieldValues[altPath] === '' && { [altPath]: alt }),
            // Who adds a picture wants the page to show it, large, instead of text alone.
            ...(value && ['words', 'poster'].includes(String(fieldValues[opening])) && { [opening]: 'wide' }),
          });
        }}
        onUploaded={(colours) => onUploaded?.(path, colours)}
      />
    );
  }
  if (field.kind === 'html') {
    return (
      <LegalText
        path={path}
        field={field}
        language={group.split('.')[1]}
        fieldValues={fieldValues}
        defaults={defaults}
        onChange={onChange}
        errors={errors}
      />
    );
  }
  if (field.kind === 'list' && group === 'choices') {
    const moved = reassignmentsPathOf(path);
    return (
      <ChoiceListSetting
        list={path as ListName}
        field={field}
        entries={fieldValues[path] as Entry[]}
        initial={defaults[path] as Entry[]}
        stored={stored[path] as Entry[]}
        reassigned={fieldValues[moved] as Record<string, string>}
        errorOf={(part) => errors[part ? `${path}.${part}` : path]}
        onChange={(entries, reassigned) => onChange({ [path]: entries, [moved]: reassigned })}
      />
    );
  }
  if (field.kind === 'list') {
    return (
      <ListSetting
        path={path}
        field={field}
        entries={fieldValues[path] as Entry[]}
        initial={defaults[path] as Entry[]}
        isFact={group === 'company'}
        hasFixedEntries={group.includes('.')}
        errorOf={(part) => errors[part ? `${path}.${part}` : path]}
        onChange={(entries) => onChange({ [path]: entries })}
      />
    );
  }
  return (
    <SettingInput
      field={group === 'region' && field.kind === 'parts' ? withoutMainLanguage(field, fieldValues) : field}
      value={fieldValues[path]}
      initial={defaults[path]}
      isFact={group === 'company'}
      error={errors[path]}
      onChange={(value) => onChange({ [path]: value })}
    />
  );
}

/** One that is chosen all the same stays, so that it can be taken away. */
function withoutMainLanguage(
  field: PartsField,
  { language, further_languages: chosen }: FieldValues,
): PartsField {
  const parts = Object.entries(field.parts);
  const isOffered = (name: string) => name !== language || (chosen as string[]).includes(name);
  return { ...field, parts: Object.fromEntries(parts.filter(([name]) => isOffered(name))) };
}

// In rem: the bar of a page on the narrowest phones, without its edges, mark and menu, and the size of a long name
// there (`site-header.css`).
const room = 10.5;
const nameSize = 0.9375;
/** The longer of two lines has about this share of the whole width. */
const longerLine = 0.6;

function fitsPhones(name: string): boolean {
  const widest = Math.max(...name.split(/\s+/).map(textWidthInEms), textWidthInEms(name) * longerLine);
  return widest * nameSize <= room;
}

/** Says beside the short name that the bar of a phone would divide or cut the name. */
function NameOnPhones({ fieldValues }: { fieldValues: FieldValues }) {
  const name = String(fieldValues.name ?? '').trim();
  const shortName = String(fieldValues.short_name ?? '').trim();
  const shown = shortName || name;
  return (
    <Text role="status" size="sm" mt={4} c="var(--signal-text)">
      {!fitsPhones(shown) &&
        `“${shown}” does not fit into the bar at the top of pages on phones. ${
          shortName ? 'Shorten it.' : 'Give a short name.'
        }`}
    </Text>
  );
}
