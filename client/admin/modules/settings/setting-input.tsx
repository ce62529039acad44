import { Button, Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import {
  countryName,
  listCountries,
  listStandardOptions,
  type StandardListName,
  toCurrentTimeZone,
} from '../../../../src/shared/settings/standard-lists.ts';
import type { HtmlField, LeafField, PictureField } from '../../../../src/shared/settings/field-types.ts';
import { formatValue } from '../../form/form-definition.ts';
import { ColourInput } from './colour-input.tsx';
import { PageLinkInput } from '../../fields/page-link-input.tsx';
import { PagePartsInput } from './page-parts-input.tsx';
import classes from './settings.module.css';

export interface SettingInputProps {
  /** Pictures and formatted texts have inputs of their own. */
  field: Exclude<LeafField, PictureField | HtmlField>;
  value: unknown;
  /** The default value. Absent for a field of a list entry. */
  initial?: unknown;
  /** Whether the default is a fact of the sample company. Such a field has no reset button. */
  isFact?: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/**
 * The input of one setting. A default value is shown in a muted colour. A value that differs from its default
 * has a reset button, with two exceptions. A checkbox needs no button, because one click restores the
 * default. A fact of the sample company is never offered as the value to return to.
 */
export function SettingInput(props: SettingInputProps) {
  const { field, value, initial, isFact = false, onChange } = props;
  const isChanged = initial !== undefined && JSON.stringify(value) !== JSON.stringify(initial);
  return (
    <div className={classes.setting} data-default={initial !== undefined && !isChanged ? true : undefined}>
      <Control {...props} />
      {isChanged && !isFact && field.kind !== 'tick' && (
        <p className={classes.back}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Use default for ${field.label}`}
            onClick={() => onChange(initial)}
          >
            Use default
          </Button>
          <Text span miw={0} truncate c="dimmed" fz={14}>
            {wordsOf(field, initial) || '(empty)'}
          </Text>
        </p>
      )}
    </div>
  );
}

function wordsOf(field: SettingInputProps['field'], value: unknown): string {
  if (field.kind === 'choice') return field.choices[String(value)] ?? '';
  return formatValue(value) || ('empty' in field && field.empty) || '';
}

function Control({ field, value, error, onChange }: SettingInputProps) {
  const frame = { label: field.label, description: field.help, error };
  const typed = {
    ...frame,
    value: String(value ?? ''),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  switch (field.kind) {
    case 'line':
      return (
        <TextInput
          {...typed}
          maxLength={field.max}
          required={field.isRequired ?? false}
          withAsterisk={false}
        />
      );
    case 'code':
      return <TextInput {...typed} spellCheck={false} autoComplete="off" />;
    case 'email':
      return <TextInput {...typed} type="email" />;
    case 'link':
      return <TextInput {...typed} type="url" placeholder="https://" />;
    case 'address':
      return <PageLinkInput {...typed} />;
    case 'year':
      return (
        <TextInput
          {...typed}
          inputMode="numeric"
          maxLength={4}
          onChange={({ currentTarget }) => onChange(toYear(currentTarget.value))}
        />
      );
    case 'number':
      return (
        <TextInput
          {...typed}
          inputMode="numeric"
          maxLength={5}
          description={[field.help, `Empty: ${field.empty}.`].filter(Boolean).join(' ')}
          rightSectionWidth={76}
          rightSection={<span className={classes.unit}>{value === null ? '' : field.unit}</span>}
          onChange={({ currentTarget }) => onChange(toNumber(currentTarget.value))}
        />
      );
    case 'country':
      return <CountryInput {...typed} empty={field.empty} />;
    case 'standard':
      return <StandardInput {...typed} list={field.list} empty={field.empty} />;
    case 'text':
      return <Textarea {...typed} classNames={{ input: classes.text! }} rows={3} maxLength={field.max} />;
    case 'lines':
      return (
        <Textarea
          {...frame}
          description={[field.help, `Each ${field.noun} on its own line.`].filter(Boolean).join(' ')}
          classNames={{ input: classes.text! }}
          rows={3}
          value={(value as string[]).join('\n')}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))
          }
        />
      );
    case 'colour':
      return <ColourInput {...frame} value={String(value)} onChange={onChange} />;
    case 'choice':
      return (
        <NativeSelect
          {...typed}
          data={Object.entries(field.choices).map(([choice, label]) => ({ value: choice, label }))}
        />
      );
    case 'tick':
      return (
        <Checkbox
          {...frame}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'parts':
      return <PagePartsInput field={field} value={value as string[]} onChange={onChange} />;
  }
}

/**
 * Returns the year as a number if the text has four digits, and null for an empty text. Other text is
 * returned without surrounding spaces, and the server rejects it with a message.
 */
function toYear(text: string): unknown {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{4}$/.test(typed) ? Number(typed) : typed;
}

/**
 * Returns the number, or null for an empty text. Text that is not a number is returned without surrounding
 * spaces, and the server rejects it with a message.
 */
function toNumber(text: string): unknown {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

interface SelectProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** The label of the empty option. Undefined if a value is required. */
  empty: string | undefined;
}

function CountryInput({ empty, ...props }: SelectProps) {
  const { value } = props;
  const countries = useMemo(() => {
    const listed = listCountries().map(({ code, name }) => ({ value: code, label: name }));
    return withSaved(listed, value, countryName(value));
  }, [value]);
  return <NativeSelect {...props} data={withEmpty(countries, empty)} />;
}

function StandardInput({ empty, list, ...props }: SelectProps & { list: StandardListName }) {
  const value = list === 'timeZone' ? toCurrentTimeZone(props.value) : props.value;
  const options = useMemo(() => withSaved(listStandardOptions(list), value), [list, value]);
  return <NativeSelect {...props} value={value} data={withEmpty(options, empty)} />;
}

/** Returns the options. If no option has the saved value, an additional first option contains this value. */
function withSaved(options: { value: string; label: string }[], value: string, label = value) {
  const isListed = value === '' || options.some((option) => option.value === value);
  return isListed ? options : [{ value, label }, ...options];
}

function withEmpty(options: { value: string; label: string }[], empty: string | undefined) {
  return empty === undefined ? options : [{ value: '', label: empty }, ...options];
}
