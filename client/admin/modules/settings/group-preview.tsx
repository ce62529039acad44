import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Field, Fields } from '../../../../src/shared/settings/field-types.ts';
import {
  type GroupName as BaseName,
  groupNames,
  settingGroups,
} from '../../../../src/shared/settings/groups.ts';
import { settingHref } from '../../../../src/shared/settings/setting-search.ts';
import { fillPlaceholders } from '../../../../src/shared/settings/placeholders.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { siteLanguage } from '../../components/logo.tsx';
import { SearchPreviewOfHtml } from '../../components/search-preview.tsx';
import { collapseSpaces, partsOfHtml, type ShownText } from '../../preview/field-of-text.ts';
import { focusField } from '../../preview/focus-field.ts';
import { PagePreview, useLastLoaded } from '../../preview/page-preview.tsx';
import { useStoredSettings } from '../../shell/use-found-settings.ts';
import {
  type FieldValues,
  fieldsOfGroup,
  type Group,
  type GroupName,
  toFieldValues,
  toGroupValue,
} from './group-model.ts';
import { editedPages, fieldOfDrawings, footerSection, groupsOnEveryPage, isOnPage } from './page-fields.ts';

/** Texts and pictures as pages show them, with their fields' paths and without placeholders. */
function renderTexts(
  fields: Fields,
  fieldValues: FieldValues,
  placeholders: Record<string, string>,
): ShownText[] {
  const texts = new Map(Object.entries(placeholders));
  const fill = (text: string) =>
    collapseSpaces(withoutLinks(fillPlaceholders(text, texts, siteLanguage() ?? 'en')));
  return textsOfFields(fields, (path) => fieldValues[path])
    .map((shown) => ({ ...shown, text: fill(shown.text), isPlaceholder: /^\{\w+\}$/.test(shown.text) }))
    .filter(({ text, picture }) => text !== '' || picture);
}

function textsOfFields(fields: Fields, valueAt: (path: string) => unknown, prefix = ''): ShownText[] {
  return Object.entries(fields).flatMap(([name, field]): ShownText[] => {
    const path = prefix + name;
    if (field.kind === 'section') return textsOfFields(field.fields, valueAt, `${path}.`);
    const value = valueAt(path);
    if (field.kind !== 'list') return textsOfLeaf(field, value).map((shown) => ({ path, ...shown }));
    return ((value ?? []) as FieldValues[]).flatMap((entry, place) =>
      textsOfFields(
        field.fields,
        (inner) => entry[inner.slice(inner.lastIndexOf('.') + 1)],
        `${path}.${place}.`,
      ),
    );
  });
}

function textsOfLeaf(field: Field, value: unknown): Omit<ShownText, 'path'>[] {
  switch (field.kind) {
    case 'line':
    case 'text':
    case 'email':
    case 'year':
      return [{ text: String(value ?? '') }];
    case 'picture':
      return value ? [{ text: '', picture: String(value) }] : [];
    case 'lines':
      return ((value ?? []) as string[]).map((text) => ({ text }));
    case 'html':
      return partsOfHtml(String(value ?? ''));
    default:
      return [];
  }
}

/** Pages show only the label of a link such as `{contact:Write to us}`. */
const withoutLinks = (text: string) => text.replaceAll(/\{\w+:([^{}]*)\}/g, '$1');

const restMs = 400;
const choices = editedPages.map(({ path, label }) => ({ value: path, label }));

/** A form whose unsaved values the preview shows. */
export interface PreviewedForm {
  group: GroupName;
  language: Group['language'];
  /** The default texts depend on language and trade. */
  trade: Group['trade'];
  fieldValues: FieldValues;
  /** The preview's call contains the first form and all changed ones. */
  isChanged: boolean;
}

/** For example `company#address.city`. */
export const fieldPlaceOf = (group: GroupName, path: string) => `${group}#${path}`;

function focusPlace(place: string): void {
  const [group = '', path = ''] = place.split('#');
  const form = document.querySelector<HTMLElement>(`[data-group="${CSS.escape(group)}"]`);
  if (form) focusField(path, form);
}

interface GroupPreviewProps {
  forms: readonly PreviewedForm[];
  path: string;
  onPath: (path: string) => void;
  /** The place of the focused field. */
  focused: string | undefined;
  /** Whether a select above the preview lets people choose the page. */
  hasChoice?: boolean;
}

export function GroupPreview({ forms, path, onPath, focused, hasChoice = false }: GroupPreviewProps) {
  const [text] = useDebouncedValue(JSON.stringify(forms), restMs);
  const rested = useMemo((): PreviewedForm[] => JSON.parse(text), [text]);
  const input = useMemo(() => previewInput(rested, path), [rested, path]);
  const { client } = trpc.useUtils();
  const query = useQuery({
    queryKey: ['settings preview', input],
    queryFn: ({ signal }) => client.settings.preview.mutate(input, { signal }),
    gcTime: 0,
    retry: false,
  });
  const page = useLastLoaded(query.data);
  const placeholders = page?.placeholders;
  const texts = useMemo(
    () => rested.flatMap(({ group, fieldValues }) => textsOf(group, fieldValues, { placeholders, path })),
    [rested, placeholders, path],
  );
  const navigate = useNavigate();
  const present = useStoredSettings(true);
  const elsewhere = useMemo(
    () =>
      groupNames
        // A click on a link of the navigation opens its page instead of the setting.
        .filter((name) => name !== 'navigation' && !rested.some(({ group }) => group.split('.')[0] === name))
        .flatMap((name) => {
          if (!present?.[name]) return [];
          const { fields }: { fields: Fields } = settingGroups[name];
          return textsOf(name, toFieldValues(fields, present[name]), { placeholders, path });
        }),
    [present, placeholders, path, rested],
  );
  const openElsewhere = (place: string) => {
    const [group, text = ''] = place.split('#');
    navigate(settingHref({ group: group as BaseName, path: text }));
  };
  // Search settings change nothing visible, so a sample search result is shown.
  const isSearch = forms[0]?.group === 'search';
  const failure = query.error ? parseApiError(query.error) : undefined;
  return (
    <PagePreview
      html={page?.document}
      path={path}
      onPath={onPath}
      isLoading={query.isFetching}
      failure={failure}
      note="Nothing is saved until you save."
      shown={{ texts, focused, onText: focusPlace, elsewhere, onElsewhere: openElsewhere }}
      sample={isSearch && <SearchPreviewOfHtml html={page?.document ?? ''} />}
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
  const options = choices.some(({ value }) => value === path)
    ? choices
    : [...choices, { value: path, label: path }];
  return (
    <NativeSelect
      aria-label="Page"
      data={options}
      value={path}
      onChange={(event) => onPath(event.currentTarget.value)}
      flex="1 1 9rem"
    />
  );
}

/** @throws {Error} when there is no form */
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
  return toGroupValue(fieldsOfGroup(group), fieldValues);
}

interface PageState {
  placeholders: Record<string, string> | undefined;
  path: string;
}

/** The texts that a page may show with their places, and the field of the page's drawings. */
function textsOf(
  group: GroupName,
  fieldValues: FieldValues,
  { placeholders = {}, path }: PageState,
): ShownText[] {
  const shown = renderTexts(fieldsOfGroup(group), fieldValues, placeholders);
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
