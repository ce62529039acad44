import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { Language } from '../../../src/shared/settings/fields/region.ts';
import { nameOfLanguage } from '../core/language-names.ts';
import { useSiteLanguages } from '../core/site-languages.ts';

const parameter = 'language';

/** Returns the further language whose texts a screen shows. Undefined for the main one. */
export function useChosenLanguage(): Language | undefined {
  const [params] = useSearchParams();
  const further = useSiteLanguages().slice(1);
  const chosen = params.get(parameter) ?? '';
  return further.find((lang): lang is Language => lang === chosen);
}

/** Chooses the language of the texts, on a site with several. */
export function LanguageChoice() {
  const [params, setParams] = useSearchParams();
  const spoken = useSiteLanguages();
  const chosen = useChosenLanguage();
  if (spoken.length < 2) return null;
  const choose = (language: string) => {
    const others = [...params].filter(([name]) => name !== parameter);
    setParams(language === spoken[0] ? others : [...others, [parameter, language]]);
  };
  return (
    <NativeSelect
      label="Language"
      data={spoken.map((value) => ({ value, label: nameOfLanguage(value) }))}
      value={chosen ?? spoken[0]!}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
