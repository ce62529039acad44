import { Button, Group, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApiOutputs } from '../../../api/types.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { nameOfLanguage } from '../../core/language-names.ts';
import { useSiteLanguages } from '../../core/site-languages.ts';
import type { RecordForm } from '../../form/use-record-form.ts';
import type { Members } from '../field-kind.ts';
import type { FormModel } from '../form-context.tsx';
import { moduleHooks, type Row } from '../module-api.ts';
import type { Resource } from '../resource-types.ts';
import { useTranslate } from './use-translate.ts';

type Translation = ApiOutputs['blog']['translations']['translations'][number];
type TranslationGroup = ApiOutputs['blog']['translations'];

const OriginalPane = lazyPart({
  name: 'the original',
  load: () => import('./original-pane.tsx').then((file) => file.OriginalPane),
  placeholder: <Skeleton height={480} />,
});

/**
 * Returns the buttons that lead to a row in each language of the site, and the original beside a translation. Empty for
 * a site with one language, a module without translations, and a new row.
 */
export function useTranslations(
  { name, address, rowColumns }: Resource,
  model: FormModel,
  form: RecordForm<Members>,
  row: Row | undefined,
): { bar?: ReactNode; pane?: ReactNode } {
  const languages = useSiteLanguages();
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(true);
  const isTranslated = languages.length > 1 && 'lang' in rowColumns && row !== undefined;
  const { data } = moduleHooks(name).translations.useQuery({ id: row?.id ?? 0 }, { enabled: isTranslated });
  if (!isTranslated || !data) return {};
  const own = data.translations.find(({ id }) => id === row.id);
  const hasOriginal =
    own && own.id !== data.original_id && data.translations.some(({ id }) => id === data.original_id);
  return {
    bar: (
      <Group gap={6} role="group" aria-label="Languages">
        {data.languages.map((lang) => {
          const translation = data.translations.find((one) => one.lang === lang);
          const label = nameOfLanguage(lang);
          if (!translation)
            return (
              <Button key={lang} variant="subtle" onClick={() => void translate(name, row.id, lang)}>
                {`Translate into ${label}`}
              </Button>
            );
          const isOwn = translation.id === row.id;
          return (
            <Button
              key={lang}
              component={Link}
              to={`${address}/${translation.id}/edit`}
              variant={isOwn ? 'light' : 'default'}
              aria-current={isOwn ? 'page' : undefined}
            >
              {label + stateOf(translation, data)}
            </Button>
          );
        })}
        {hasOriginal && (
          <Button variant="default" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the original' : 'Original'}
          </Button>
        )}
      </Group>
    ),
    pane: hasOriginal && isOpen && (
      <OriginalPane
        module={name}
        id={row.id}
        originalId={data.original_id}
        outdated={own.outdated}
        asOf={own.as_of}
        model={model}
        form={form}
      />
    ),
  };
}

/** The main language is where people expect the original. */
function stateOf(
  { id, lang, outdated, is_public }: Translation,
  { languages, original_id }: TranslationGroup,
): string {
  const place = id === original_id && lang !== languages[0] ? ', original' : '';
  if (outdated.length > 0) return `${place}, outdated`;
  return is_public ? place : `${place}, not published`;
}
