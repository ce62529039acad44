import { Group, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { nameOfLanguage } from '../../core/language-names.ts';
import { useSiteLanguages } from '../../core/site-languages.ts';
import { moduleHooks, type Row } from '../module-api.ts';
import type { Resource } from '../resource-types.ts';

interface LanguageStatesProps {
  resource: Resource;
  row: Row;
  /** The ids of the rows on the page of the list, for which one request is enough. */
  ids: number[];
}

/** The languages of a row in a list with the state of each, as links to their forms. */
export function LanguageStates({ resource: { name, address }, row, ids }: LanguageStatesProps) {
  const [main, ...further] = useSiteLanguages();
  const query = moduleHooks(name).translationGroups.useQuery({ ids }, { placeholderData: keepPreviousData });
  if (!query.data) return null;
  const group = query.data.groups.find(({ translations }) => translations.some(({ id }) => id === row.id));
  const [own] = String(row.lang ?? '').split('-');
  const ownLanguage = further.find((lang) => lang === own) ?? main;
  return (
    // Above the link of a card.
    <Group gap={8} pos="relative" style={{ zIndex: 1 }}>
      {[main, ...further].map((lang) => {
        if (lang === undefined) return null;
        const translation = group?.translations.find((one) => one.lang === lang);
        const isOwn = lang === ownLanguage;
        const state = isOwn && !translation ? '' : stateOf(translation);
        const label = nameOfLanguage(lang) + (state && `, ${state}`);
        if (isOwn || !translation)
          return (
            <Text key={lang} span size="sm" fw={isOwn ? 600 : undefined} c={isOwn ? undefined : 'dimmed'}>
              {label}
            </Text>
          );
        return (
          <Link key={lang} to={`${address}/${translation.id}/edit`} title={translation.title}>
            {label}
          </Link>
        );
      })}
    </Group>
  );
}

/** Empty for one that visitors see, and that follows its original. */
function stateOf(translation: { is_public: boolean; outdated: string[] } | undefined): string {
  if (!translation) return 'missing';
  if (translation.outdated.length > 0) return 'outdated';
  return translation.is_public ? '' : 'not published';
}
