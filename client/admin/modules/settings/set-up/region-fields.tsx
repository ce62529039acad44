import { useState } from 'react';
import { type Language, languages } from '../../../../../src/shared/settings/fields/region.ts';
import { settingGroups } from '../../../../../src/shared/settings/groups.ts';
import { isKnownCode } from '../../../../../src/shared/settings/standards.ts';
import { trpc } from '../../../../api/trpc.ts';
import type { FieldValues, Group } from '../group-model.ts';
import { SettingInput } from '../setting-input.tsx';
import classes from '../settings.module.css';

const { language: languageField, time_zone: timeZoneField } = settingGroups.region.fields;

/** Returns the language that most people of a country speak, if the site has it, and the time zone of the person or of the country. */
export function customsOf(country: string): { language: Language; time_zone: string } {
  const locale = new Intl.Locale(`und-${country || 'GB'}`);
  const { language } = locale.maximize();
  const zones = (locale as unknown as { getTimeZones?: () => string[] | undefined }).getTimeZones?.() ?? [];
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = zones.includes(own) || zones.length === 0 ? own : zones[0]!;
  return {
    language: Object.hasOwn(languages, language) ? (language as Language) : 'en',
    time_zone: isKnownCode('timeZone', zone) ? zone : 'UTC',
  };
}

/**
 * Language and time zone beside the form of the company. On a site where nobody has saved them, they follow the country until somebody
 * chooses others.
 */
export function useRegionFields(region: Group) {
  const { client } = trpc.useUtils();
  const [chosen, choose] = useState<FieldValues>({});
  const [version, setVersion] = useState(region.version);
  const valuesFor = (country: string) => ({
    ...region.value,
    ...(region.version === 0 && customsOf(country)),
    ...chosen,
  });
  return {
    render: (company: FieldValues) => {
      const values: FieldValues = valuesFor(String(company['address.country_code']));
      return (
        <fieldset className={classes.section}>
          <legend className={classes.legend}>Language and time</legend>
          {region.version === 0 && (
            <p className={classes.help}>Both follow the country until you choose others.</p>
          )}
          <div className={classes.fields}>
            {Object.entries({ language: languageField, time_zone: timeZoneField }).map(([name, field]) => (
              <SettingInput
                key={name}
                field={field}
                value={values[name]}
                error={undefined}
                onChange={(value) => choose({ ...chosen, [name]: value })}
              />
            ))}
          </div>
        </fieldset>
      );
    },
    save: async (company: FieldValues) => {
      const value = valuesFor(String(company['address.country_code']));
      const saved = await client.settings.update.mutate({ group: 'region', value, version });
      setVersion(saved.version);
    },
  };
}
