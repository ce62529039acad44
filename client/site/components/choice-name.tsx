import type { ListName } from '../../../src/shared/enumerations.ts';
import { optionsOfList, type ShownChoice } from '../../../src/shared/settings/choices.ts';
import { useSiteSettings } from '../app/site-context.ts';

/** The name of a category, a section or a job title in the language of the page, or else in the main language. */
export function ChoiceName({ list, value }: { list: ListName; value: string }) {
  const option = optionsOfList(useSiteSettings().choices, list).find((one) => one.value === value);
  return <ChoiceLabel option={option ?? { value, label: value }} />;
}

export function ChoiceLabel({ option: { label, lang } }: { option: Pick<ShownChoice, 'label' | 'lang'> }) {
  return lang ? <span lang={lang}>{label}</span> : label;
}
