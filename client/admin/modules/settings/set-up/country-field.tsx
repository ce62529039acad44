import { useState } from 'react';
import { type Language, languages } from '../../../../../src/shared/settings/fields/region.ts';
import { settingGroups } from '../../../../../src/shared/settings/groups.ts';
import { isInStandardList, toCurrentTimeZone } from '../../../../../src/shared/settings/standard-lists.ts';
import { trpc } from '../../../../api/trpc.ts';
import type { FieldValues, Group } from '../group-model.ts';
import { SettingInput } from '../setting-input.tsx';

/** Only the most likely countries. `Intl` cannot return the currency of a country. */
const currencies: Readonly<Record<string, string>> = {
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  GBP: 'GB',
  CHF: 'CH LI',
  USD: 'US',
  TRY: 'TR',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  MXN: 'MX',
};

/**
 * English if the site does not offer the country's language, the browser's zone where the country has several, and `''`
 * for an unknown currency.
 */
export function regionDefaultsOf(country: string): {
  language: Language;
  time_zone: string;
  currency: string;
} {
  const locale = new Intl.Locale(`und-${country || 'GB'}`);
  const { language } = locale.maximize();
  const zonesOf = locale as { getTimeZones?: () => string[] | undefined };
  const zones = (zonesOf.getTimeZones?.() ?? []).map(toCurrentTimeZone);
  const own = toCurrentTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zone = zones.includes(own) || zones.length === 0 ? own : zones[0]!;
  const [currency = ''] =
    Object.entries(currencies).find(([, countries]) => countries.split(' ').includes(country)) ?? [];
  return {
    language: Object.hasOwn(languages, language) ? (language as Language) : 'en',
    time_zone: isInStandardList('timeZone', zone) ? zone : 'UTC',
    currency,
  };
}

/**
 * Until the form has been saved once, a new country also changes the language, time zone and currency, except those
 * that the person has chosen.
 */
export function useCountryField(company: Group, region: Group) {
  const { client } = trpc.useUtils();
  const stored = (company.value.address as FieldValues).country_code;
  const [country, setCountry] = useState(String(stored));
  const [version, setVersion] = useState(company.version);
  const [followed, setFollowed] = useState<FieldValues>(region.value);
  return {
    render: (values: FieldValues, onChange: (part: FieldValues) => void) => (
      <SettingInput
        field={settingGroups.company.fields.address.fields.country_code}
        value={country}
        isFact
        error={undefined}
        onChange={(next) => {
          setCountry(String(next));
          if (region.version > 0) return;
          const customs: FieldValues = regionDefaultsOf(String(next));
          setFollowed(customs);
          onChange(
            Object.fromEntries(Object.entries(customs).filter(([name]) => values[name] === followed[name])),
          );
        }}
      />
    ),
    isChanged: country !== stored,
    save: async () => {
      if (country === stored && version === company.version) return;
      const { value, language, trade } = company;
      const address = { ...(value.address as FieldValues), country_code: country };
      const change = { group: 'company', value: { ...value, address }, version, language, trade };
      const saved = await client.settings.update.mutate(change);
      setVersion(saved.version);
    },
  };
}
