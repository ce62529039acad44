import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { publicPages } from '../../../../src/shared/public-pages.ts';
import type { Fields } from '../../../../src/shared/settings/fields.ts';
import { settingGroups } from '../../../../src/shared/settings/groups.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { type Draft, type Group, type GroupName, toValue } from './group-model.ts';
import classes from './preview.module.css';
import { PreviewFrame, type PreviewTheme } from './preview-frame.tsx';
import { shownTexts } from './preview-texts.ts';
import { SearchSample } from '../../components/search-sample.tsx';
import { focusField } from './use-field-of-address.ts';

const restMs = 400;
/** The widths of a phone and of a desktop, in pixels. */
const widths = { phone: 390, desktop: 1280 } as const;
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
  /** The language of the defaults that the draft began from. */
  language: Group['language'];
  fields: Fields;
  draft: Draft;
  path: string;
  onPath: (path: string) => void;
  /** The path of the field that has the focus. */
  focused: string | undefined;
}

/** The page next to the form, rendered with the unsaved values. */
export function GroupPreview({ group, language, fields, draft, path, onPath, focused }: GroupPreviewProps) {
  const [device, setDevice] = useState<keyof typeof widths>('desktop');
  const [theme, setTheme] = useState<PreviewTheme>('light');
  const [rested] = useDebouncedValue(draft, restMs);
  const value = useMemo(() => toValue(fields, rested), [fields, rested]);
  const { client } = trpc.useUtils();
  const query = useQuery({
    queryKey: ['settings preview', group, value, path],
    queryFn: ({ signal }) => client.settings.preview.mutate({ group, value, language, path }, { signal }),
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
  // These settings change nothing that the page itself shows.
  const isSearch = group === 'search';
  const room = useElementSize();
  const failure = query.error ? parseApiError(query.error) : undefined;
  const named = pages.some((page) => page.value === path) ? pages : [...pages, { value: path, label: path }];
  return (
    <aside className={classes.preview} aria-label="Preview">
      <div className={classes.controls}>
        <NativeSelect
          aria-label="Page"
          data={named}
          value={path}
          onChange={(event) => onPath(event.currentTarget.value)}
          className={classes.pages}
        />
        {!isSearch && (
          <>
            <SegmentedControl
              aria-label="Width"
              data={[
                { value: 'phone', label: 'Phone' },
                { value: 'desktop', label: 'Desktop' },
              ]}
              value={device}
              onChange={(chosen) => setDevice(chosen as keyof typeof widths)}
            />
            <SegmentedControl
              aria-label="Theme"
              data={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
              value={theme}
              onChange={(chosen) => setTheme(chosen as PreviewTheme)}
            />
          </>
        )}
      </div>
      {isSearch ? (
        <div className={classes.sample}>{query.data && <SearchSample html={query.data.document} />}</div>
      ) : (
        <div ref={room.ref} className={classes.frame} aria-busy={query.isFetching}>
          {query.data && room.width > 0 && (
            <PreviewFrame
              html={query.data.document}
              path={path}
              theme={theme}
              width={widths[device]}
              space={room}
              onPath={onPath}
              texts={texts}
              focused={focused}
              onText={focusField}
            />
          )}
        </div>
      )}
      <p className={classes.note} role="status">
        {failure ? `The preview cannot be updated: ${failure.message}` : 'Nothing is saved until you save.'}
      </p>
    </aside>
  );
}
