import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { publicPages } from '../../../../src/shared/public-pages.ts';
import type { Fields } from '../../../../src/shared/settings/fields.ts';
import { groupNames, settingGroups } from '../../../../src/shared/settings/groups.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { settingHref, usePresentSettings } from '../../shell/use-found-settings.ts';
import { PagePreview } from '../../preview/page-preview.tsx';
import { type FieldValues, type Group, type GroupName, toFieldValues, toValue } from './group-model.ts';
import { shownTexts } from './preview-texts.ts';
import { SearchSample } from '../../components/search-sample.tsx';
import { focusField } from '../../preview/focus-field.ts';

const restMs = 400;
const sections: Fields = settingGroups.pages.fields;

interface PreviewPage {
  value: string;
  label: string;
}
const pages = publicPages.map(({ path, words }): PreviewPage => {
  const [fields, name] =
    typeof words === 'string' ? [sections, words] : [settingGroups.legal.fields as Fields, words.document];
  const field = fields[name];
  return { value: path, label: field?.label ?? path };
});

/** Returns the page that shows a section of the form, such as `about`. */
export function pathOfSection(name: string | undefined): string | undefined {
  return publicPages.find(({ words }) => (typeof words === 'string' ? words : words.document) === name)?.path;
}

interface GroupPreviewProps {
  group: GroupName;
  /** The language of the defaults that the form began from. */
  language: Group['language'];
  /** The same for what the company does. */
  trade: Group['trade'];
  fields: Fields;
  fieldValues: FieldValues;
  path: string;
  onPath: (path: string) => void;
  /** The path of the field that has the focus. */
  focused: string | undefined;
}

/** The page next to the form, rendered with the unsaved values. */
export function GroupPreview({
  group,
  language,
  trade,
  fields,
  fieldValues,
  path,
  onPath,
  focused,
}: GroupPreviewProps) {
  const [rested] = useDebouncedValue(fieldValues, restMs);
  const value = useMemo(() => toValue(fields, rested), [fields, rested]);
  const { client } = trpc.useUtils();
  const query = useQuery({
    queryKey: ['settings preview', group, value, path],
    queryFn: ({ signal }) =>
      client.settings.preview.mutate({ group, value, language, trade, path }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const texts = useMemo(
    () =>
      shownTexts(fields, rested, {
        placeholders: query.data?.placeholders ?? {},
        // A section without a page of its own, such as the footer, is on every page.
        isShown: (section) => [undefined, path].includes(pathOfSection(section)) || group !== 'pages',
      }),
    [fields, rested, query.data, path, group],
  );
  const navigate = useNavigate();
  const present = usePresentSettings(true);
  const elsewhere = useMemo(
    () =>
      groupNames
        // A link of the navigation leads to its page.
        .filter((name) => name !== group && name !== 'navigation')
        .flatMap((name) => {
          const { fields: others }: { fields: Fields } = settingGroups[name];
          if (!present?.[name]) return [];
          const found = shownTexts(others, toFieldValues(others, present[name]), {
            placeholders: query.data?.placeholders ?? {},
            isShown: (section) => [undefined, path].includes(pathOfSection(section)) || name !== 'pages',
          });
          return found.map((shown) => ({ ...shown, path: settingHref({ group: name, path: shown.path }) }));
        }),
    [present, query.data, path, group],
  );
  // These settings change nothing that the page itself shows.
  const isSearch = group === 'search';
  const failure = query.error ? parseApiError(query.error) : undefined;
  const named = pages.some((page) => page.value === path) ? pages : [...pages, { value: path, label: path }];
  return (
    <PagePreview
      html={query.data?.document}
      path={path}
      onPath={onPath}
      isLoading={query.isFetching}
      failure={failure}
      note="Nothing is saved until you save."
      shown={{ texts, focused, onText: focusField, elsewhere, onElsewhere: navigate }}
      sample={isSearch && <SearchSample html={query.data?.document ?? ''} />}
    >
      <NativeSelect
        aria-label="Page"
        data={named}
        value={path}
        onChange={(event) => onPath(event.currentTarget.value)}
        flex="1 1 9rem"
      />
    </PagePreview>
  );
}
