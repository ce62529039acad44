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
  const [main = '', ...further] = useSiteLanguages();
  const query = moduleHooks(name).translationGroups.useQuery({ ids }, { placeholderData: keepPreviousData });
  if (!query.data) return null;
  const group = query.data.groups.find(({ translations }) => translations.some(({ id }) => id === row.id));
  const [own] = String(row.lang ?? '').split('-');
  const ownLanguage = further.find((lang) => lang === own) ?? main;
  // The main language is where people expect the original.
  const isOriginal = (id: number, lang: string) => (group?.original_id ?? row.id) === id && lang !== main;
  const others = group?.translations.filter(({ id }) => id !== row.id) ?? [];
  return (
    // Above the link of a card.
    <Group gap="0 8px" pos="relative" style={{ zIndex: 1 }}>
      <Text span size="sm" fw={600}>
        {nameOfLanguage(ownLanguage) + (isOriginal(row.id, ownLanguage) ? ', original' : '')}
      </Text>
      {others.map(({ id, lang, title, is_public, outdated }) => (
        <Link key={id} to={`${address}/${id}/edit`} title={title}>
          {nameOfLanguage(lang) +
            (isOriginal(id, lang) ? ', original' : '') +
            (outdated.length > 0 ? ', outdated' : is_public ? '' : ', not published')}
        </Link>
      ))}
    </Group>
  );
}
