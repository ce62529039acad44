import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Fields } from '../../../../src/shared/settings/field-types.ts';
import { groupNames, settingGroups } from '../../../../src/shared/settings/groups.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { SearchPreviewOfHtml } from '../../components/search-preview.tsx';
import { focusField } from '../../preview/focus-field.ts';
import { PagePreview } from '../../preview/page-preview.tsx';
import type { ShownText } from '../../preview/field-of-text.ts';
import { settingHref, useStoredSettings } from '../../shell/use-found-settings.ts';
import { type FieldValues, type Group, type GroupName, toFieldValues, toGroupValue } from './group-model.ts';
import { groupsOnEveryPage, editedPages, fieldOfDrawings, footerSection, isOnPage } from './page-fields.ts';
import { renderTexts } from './rendered-texts.ts';

const restMs = 400;
const choices = editedPages.map(({ path, label }) => ({ value: path, label }));

/** A form whose unsaved values the preview shows. */
export interface PreviewedForm {
  group: GroupName;
  /** The language of the default texts that the form was loaded with. */
  language: Group['language'];
  /** The trade of the company, on which the default texts of the form depend. */
  trade: Group['trade'];
  fieldValues: FieldValues;
  /** Whether the form has unsaved changes. The preview request contains the first form and all changed forms. */
  isChanged: boolean;
}

/** Returns the place of a field among the fields of all groups, for example `company#address.city`. */
export const fieldPlaceOf = (group: GroupName, path: string) => `${group}#${path}`;

/**
 * Moves the focus to the field at a place, for example `company#address.city`. Does nothing if no form on the
 * screen has this field.
 */
function focusPlace(place: string): void {
  const [group = '', path = ''] = place.split('#');
  const form = document.querySelector<HTMLElement>(`[data-group="${CSS.escape(group)}"]`);
  if (form) focusField(path, form);
}

interface GroupPreviewProps {
  /** The forms whose values the preview shows. */
  forms: readonly PreviewedForm[];
  path: string;
  onPath: (path: string) => void;
  /** The place of the field that has the focus, for example `company#address.city`. */
  focused: string | undefined;
  /** Whether a select above the preview lets people choose the page. */
  hasChoice?: boolean;
}

/** A preview of a page of the site, rendered with the unsaved values of one or more forms. */
export function GroupPreview({ forms, path, onPath, focused, hasChoice = false }: GroupPreviewProps) {
  const [text] = useDebouncedValue(JSON.stringify(forms), restMs);
  const rested = useMemo((): PreviewedForm[] => JSON.parse(text), [text]);
  const input = useMemo(() => previewInput(rested, path), [rested, path]);
  const { client } = trpc.useUtils();
  const query = useQuery({
    queryKey: ['settings preview', input],
    queryFn: ({ signal }) => client.settings.preview.mutate(input, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  const placeholders = query.data?.placeholders;
  const texts = useMemo(
    () => rested.flatMap(({ group, fieldValues }) => textsOf(group, fieldValues, { placeholders, path })),
    [rested, placeholders, path],
  );
  const navigate = useNavigate();
  const present = useStoredSettings(true);
  const elsewhere = useMemo(
    () =>
      groupNames
        // Leaves out the texts of the navigation, because a click on a link of the navigation opens the linked page
        // instead of the setting.
        .filter((name) => name !== 'navigation' && !rested.some(({ group }) => group === name))
        .flatMap((name) => {
          if (!present?.[name]) return [];
          const { fields }: { fields: Fields } = settingGroups[name];
          return textsOf(name, toFieldValues(fields, present[name]), { placeholders, path });
        }),
    [present, placeholders, path, rested],
  );
  const openElsewhere = (place: string) => {
    const [group, text = ''] = place.split('#');
    navigate(settingHref({ group: group as GroupName, path: text }));
  };
  // The search settings change nothing that is visible on the page, so the preview shows a sample search result instead
  // of the page.
  const isSearch = forms[0]?.group === 'search';
  const failure = query.error ? parseApiError(query.error) : undefined;
  return (
    <PagePreview
      html={query.data?.document}
      path={path}
      onPath={onPath}
      isLoading={query.isFetching}
      failure={failure}
      note="Nothing is saved until you save."
      shown={{ texts, focused, onText: focusPlace, elsewhere, onElsewhere: openElsewhere }}
      sample={isSearch && <SearchPreviewOfHtml html={query.data?.document ?? ''} />}
    >
      {hasChoice && <PageChoice path={path} onPath={onPath} />}
    </PagePreview>
  );
}

interface PageChoiceProps {
  path: string;
  onPath: (path: string) => void;
}

function PageChoice({ path, onPath }: PageChoiceProps) {
  const named = choices.some(({ value }) => value === path)
    ? choices
    : [...choices, { value: path, label: path }];
  return (
    <NativeSelect
      aria-label="Page"
      data={named}
      value={path}
      onChange={(event) => onPath(event.currentTarget.value)}
      flex="1 1 9rem"
    />
  );
}

/**
 * Returns the input for the preview: the values of the first form, and the values of every other form that
 * has changed.
 * @throws {Error} when there is no form
 */
function previewInput(forms: readonly PreviewedForm[], path: string) {
  const [first, ...others] = forms;
  if (!first) throw new Error('a preview needs a form');
  const { group, language, trade } = first;
  const changed = others.filter(({ isChanged }) => isChanged);
  return {
    group,
    value: sentValue(first),
    others: Object.fromEntries(changed.map((form) => [form.group, sentValue(form)])),
    language,
    trade,
    path,
  };
}

function sentValue({ group, fieldValues }: PreviewedForm): Record<string, unknown> {
  return toGroupValue(settingGroups[group].fields, fieldValues);
}

interface PageState {
  placeholders: Record<string, string> | undefined;
  path: string;
}

/**
 * Returns the texts of a group that a page may show, each with the place of its field. If the group has a
 * field for the page's drawings, the result also contains this field.
 */
function textsOf(
  group: GroupName,
  fieldValues: FieldValues,
  { placeholders = {}, path }: PageState,
): ShownText[] {
  const shown = renderTexts(settingGroups[group].fields, fieldValues, placeholders);
  const drawings = fieldOfDrawings(path, group);
  return [
    ...shown
      .filter((text) => isOnPage(path, group, text.path))
      .map((text) => ({
        ...text,
        path: fieldPlaceOf(group, text.path),
        isAround: groupsOnEveryPage.has(group) || text.path.startsWith(`${footerSection}.`),
      })),
    ...(drawings ? [{ path: fieldPlaceOf(group, drawings), text: '', isForDrawings: true }] : []),
  ];
}
