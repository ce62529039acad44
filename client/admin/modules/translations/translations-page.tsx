import { Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { translationStates } from '../../../../src/shared/enumerations.ts';
import { galleryModule, galleryPath } from '../../../../src/shared/gallery-limits.ts';
import { factsOf, moduleNames, modulePath } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs, ApiOutputs } from '../../../api/types.ts';
import { nameOfLanguage } from '../../core/language-names.ts';
import { paths } from '../../core/paths.ts';
import type { Column } from '../../list/data-table.tsx';
import { ListRows } from '../../list/list-rows.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { useListParams } from '../../list/use-list-params.ts';
import { useTranslate } from '../../resource/translations/use-translate.ts';
import classes from './translations.module.css';
import { XliffExchange } from './xliff-exchange.tsx';

type Table = ApiOutputs['translations']['table'];
type Query = ApiInputs['translations']['table'];
/** The number of the row, because rows of different modules may have one id. */
type Row = Omit<Table['rows'][number], 'id'> & { id: number; original: number };
type Cell = Row['cells'][number];
type State = Cell['state'];

const stateLabels: Readonly<Record<State, string>> = {
  missing: 'Missing',
  draft: 'Not published',
  outdated: 'Outdated',
  published: 'Published',
  trash: 'In the trash',
};

const pageSize = 50;
const modules = [...moduleNames, 'settings'] as const;
const moduleLabels: Readonly<Record<string, string>> = {
  settings: 'Texts of the site',
  ...Object.fromEntries(moduleNames.map((name) => [name, factsOf(name).label])),
};

/** What is missing and outdated in the languages of the site. */
export function TranslationsPage() {
  const params = useListParams({ name: 'translations', pageSize });
  const module = modules.find((name) => name === params.filter('module'));
  const state = translationStates.find((name) => name === params.filter('state'));
  const lang = params.filter('lang') as Query['lang'];
  const { page, per_page, search } = params;
  const query = trpc.translations.table.useQuery(
    { page, per_page, search, module, state, lang },
    { placeholderData: keepPreviousData },
  );
  const languages = query.data?.languages ?? [];
  const shown = lang && languages.includes(lang) ? [lang] : languages;
  const rows = (query.data?.rows ?? []).map((row, at): Row => ({ ...row, id: at + 1, original: row.id }));
  const key = shown.join(' ');
  const list = useOpenedLink(rows.length > 0);
  const columns = useMemo(() => columnsOf(key.split(' ').filter(Boolean)), [key]);
  return (
    <PagedList
      title="Translations"
      lead="What visitors find in each language, and what has changed since it was translated."
      subject="the translations"
      nouns={{ one: 'text', many: 'texts' }}
      params={params}
      query={query}
      rows={rows}
      titleOf={({ title }) => title}
      filters={[
        { name: 'module', label: 'Kind', allLabel: 'All', options: modules.map(toModuleOption) },
        { name: 'lang', label: 'Language', allLabel: 'All languages', options: languages.map(toOption) },
        {
          name: 'state',
          label: 'State',
          allLabel: 'All states',
          options: translationStates.map(toStateOption),
        },
      ]}
    >
      <Progress progress={query.data?.progress ?? []} />
      <XliffExchange languages={languages.slice(1)} module={module} />
      <ListToolbar searchPlaceholder="Search by title" />
      <div ref={list}>
        <ListRows
          rows={rows}
          columns={columns}
          empty={{
            title: 'No texts found',
            first: 'Entries appear here once the site has a second language.',
            filtered: 'Try a different search or filter.',
          }}
        />
      </div>
    </PagedList>
  );
}

const labelOf = (link: Element) => link.getAttribute('aria-label') ?? link.textContent;

/** Returns the ref of a list whose link that led to another screen has the focus after Back. */
function useOpenedLink(isLoaded: boolean) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element || !isLoaded) return;
    const state = window.history.state as { opened?: string } | null;
    const links = [...element.querySelectorAll('a')];
    if (state?.opened) links.find((link) => labelOf(link) === state.opened)?.focus();
    const remember = ({ target }: MouseEvent) => {
      const link = (target as Element).closest('a');
      if (link) window.history.replaceState({ ...window.history.state, opened: labelOf(link) }, '');
    };
    element.addEventListener('click', remember, { capture: true });
    return () => element.removeEventListener('click', remember, { capture: true });
  }, [isLoaded]);
  return list;
}

const toOption = (lang: string) => ({ value: lang, label: nameOfLanguage(lang) });
const toModuleOption = (name: string) => ({ value: name, label: moduleLabels[name]! });
const toStateOption = (state: State) => ({ value: state, label: stateLabels[state] });

function columnsOf(languages: readonly string[]): Column<Row>[] {
  return [
    {
      id: 'title',
      header: 'Title',
      isRowHeader: true,
      isWide: languages.length < 3,
      cell: (row) => (
        <>
          <Link to={hrefOf(row, undefined)} data-opens-row>
            <bdi>{row.title}</bdi>
          </Link>
          <Text component="span" display="block" c="dimmed" fz="sm">
            {moduleLabels[row.module]}
          </Text>
        </>
      ),
    },
    ...languages.map(
      (lang): Column<Row> => ({
        id: lang,
        header: nameOfLanguage(lang),
        hasLabel: true,
        cell: (row) => <StateOf row={row} lang={lang} />,
      }),
    ),
  ];
}

function StateOf({ row, lang }: { row: Row; lang: string }) {
  const translate = useTranslate();
  const cell = row.cells.find((one) => one.lang === lang);
  if (!cell) return null;
  const label = stateLabels[cell.state];
  const mark = (
    <span className={classes.state} data-state={cell.state}>
      {label}
    </span>
  );
  if (cell.state === 'trash') return mark;
  const name = `${row.title}, ${nameOfLanguage(lang)}: ${label}`;
  const module = moduleNames.find((one) => one === row.module);
  if (cell.state === 'missing' && module)
    return (
      <UnstyledButton
        aria-label={`${name}. Translate`}
        title="Translate"
        onClick={() => void translate(module, row.original, lang)}
      >
        {mark}
      </UnstyledButton>
    );
  return (
    <Link to={hrefOf(row, cell)} aria-label={name}>
      {mark}
    </Link>
  );
}

function hrefOf({ module, group, original }: Row, cell: Cell | undefined): string {
  if (module === 'settings') {
    const path = group === galleryModule ? galleryPath : `${paths.settings}/${group}`;
    return path + (cell ? `?language=${cell.lang}` : '');
  }
  return `${modulePath(module)}/${cell?.id ?? original}/edit`;
}

type Progressed = Table['progress'];

const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** How much of the site each language has. */
function Progress({ progress }: { progress: Progressed }) {
  return (
    <ul className={classes.progress} aria-label="Progress by language">
      {progress.map(({ lang, total, by }) => {
        const done = total === 0 ? 1 : (by.published ?? 0) / total;
        const open = [
          [by.missing, 'missing'],
          [by.outdated, 'outdated'],
          [by.draft, 'not published'],
        ].flatMap(([count, word]) => (count ? [`${count} ${word}`] : []));
        return (
          <li key={lang}>
            <span className={classes.language}>{nameOfLanguage(lang)}</span>
            <span className={classes.share}>{share.format(done)}</span>
            <progress max={1} value={done} aria-label={`${nameOfLanguage(lang)}: published`} />
            <span className={classes.open}>{open.join(', ') || 'Complete'}</span>
          </li>
        );
      })}
    </ul>
  );
}
