import { NativeSelect } from '@mantine/core';
import { nameOfLanguage } from '../core/language-names.ts';
import type { ControlProps } from './field-kind.ts';

/** The languages that the panel offers. API clients may store others. */
const tags = [
  ...'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko'.split(' '),
  ...'ku lb lt lv mk mt nb nl pl ps pt pt-BR ro ru sk sl so sq sr sv sw ta th ti tr uk'.split(' '),
  ...'ur vi zh-Hans zh-Hant'.split(' '),
];

/** A select for the language of a row's texts. The empty value is the language of the site. */
export function LanguageControl({ name, label, layout, form, errorOf }: ControlProps) {
  const value = String(form.values[name]);
  const offered = tags.includes(value) || value === '' ? tags : [...tags, value];
  const options = offered
    .map((tag) => ({ value: tag, label: nameOfLanguage(tag) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
  return (
    <NativeSelect
      label={label}
      description={layout.description}
      data={[{ value: '', label: 'The language of the site' }, ...options]}
      value={value}
      error={errorOf(name)}
      onChange={(event) => form.setValues({ [name]: event.currentTarget.value })}
    />
  );
}
