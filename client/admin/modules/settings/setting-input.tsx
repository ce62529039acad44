import { Button, Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type {
  HtmlField,
  LeafField,
  PartsField,
  PictureField,
} from '../../../../src/shared/settings/field-types.ts';
import {
  countryName,
  listCountries,
  listStandardOptions,
  type StandardListName,
  toCurrentTimeZone,
} from '../../../../src/shared/settings/standard-lists.ts';
import { OrderedList } from '../../components/ordered-list.tsx';
import { PageLinkInput } from '../../fields/page-link-input.tsx';
import { formatValue } from '../../form/form-definition.ts';
import brand from './brand.module.css';
import classes from './settings.module.css';
import { isSameValue } from '../../../../src/shared/settings/values.ts';

interface ColourInputProps {
  label: string;
  description: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** People pick the colour, or type it as `#rrggbb`. */
function ColourInput({ label, description, error, value, onChange }: ColourInputProps) {
  return (
    <TextInput
      label={label}
      description={description}
      error={error}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      leftSectionWidth={44}
      leftSection={
        <input
          className={brand.picker}
          type="color"
          aria-label={`Pick: ${label}`}
          value={/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      }
    />
  );
}

interface PartsInputProps {
  field: PartsField;
  value: readonly string[];
  error: string | undefined;
  onChange: (value: string[]) => void;
}

function PagePartsInput({ field, value, error, onChange }: PartsInputProps) {
  const { label, help, parts, always = [] } = field;
  const hidden = Object.keys(parts).filter((name) => !value.includes(name));
  const entries = [...value, ...hidden];
  return (
    <OrderedList
      legend={label}
      description={help}
      entries={entries}
      keyOf={(name) => name}
      nameOf={(name) => parts[name] ?? name}
      min={entries.length}
      movable={value.length}
      error={error}
      onChange={(next) => onChange(next.slice(0, value.length))}
    >
      {(part, place, { name, row }) => {
        const isShown = place < value.length;
        return row(
          <Checkbox
            label={name}
            checked={isShown}
            aria-invalid={error !== undefined && isShown}
            disabled={always.includes(part)}
            onChange={() => onChange(isShown ? value.toSpliced(place, 1) : [...value, part])}
          />,
        );
      }}
    </OrderedList>
  );
}

export interface SettingInputProps {
  /** Pictures and formatted texts have inputs of their own. */
  field: Exclude<LeafField, PictureField | HtmlField>;
  value: unknown;
  /** Absent for a field of a list entry. */
  initial?: unknown;
  /** A fact of the sample company is never offered as the value to return to. */
  isFact?: boolean;
  error: string | undefined;
  onChange: (value: unknown) => void;
}

/** A default value is muted, and another one can be reset, except a checkbox, where one click does. */
export function SettingInput(props: SettingInputProps) {
  const { field, value, initial, isFact = false, onChange } = props;
  const isChanged = initial !== undefined && !isSameValue(value, initial);
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
      return <PagePartsInput field={field} value={value as string[]} error={error} onChange={onChange} />;
  }
}

/** A number, or null for an empty text. Other text goes to the server, which refuses it with a message. */
function toYear(text: string): unknown {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{4}$/.test(typed) ? Number(typed) : typed;
}

/** As for years. */
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
  /** Undefined if a value is required. */
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

/** A saved value that is not offered becomes the first option. */
function withSaved(options: { value: string; label: string }[], value: string, label = value) {
  const isListed = value === '' || options.some((option) => option.value === value);
  return isListed ? options : [{ value, label }, ...options];
}

function withEmpty(options: { value: string; label: string }[], empty: string | undefined) {
  return empty === undefined ? options : [{ value: '', label: empty }, ...options];
}
