import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Columns } from '../../../src/shared/column-types.ts';
import { pathOfRow } from '../../../src/shared/slugs.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { type ShownChoices, useChoices, ChoicesProvider } from '../components/choices-context.tsx';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { siteTimeZone } from '../core/format-dates.ts';
import { capitalised } from '../core/labels.ts';
import type { LazyPage } from '../core/navigation.ts';
import { TrashPage } from '../list/trash-page.tsx';
import type { Option, Options } from './field-kind.ts';
import type { FormPagesRules, ListFormProps } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import {
  isStoredRow,
  type ListedRow,
  type Resource,
  type ResourceRules,
  type UseListed,
} from './resource-types.ts';
import { wordsOf } from './resource-words.ts';
import { createStatusFilter } from './status-filter.ts';
import { tableColumnsOf } from './table-columns.tsx';
import { type Row, trashOf } from './module-api.ts';

interface ResourcePages {
  index: ComponentType;
  trash: ComponentType;
  new: LazyPage;
  edit: LazyPage;
  order: LazyPage;
  versions: LazyPage;
}

export function defineResource<const N extends ModuleName, const C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
): ResourcePages {
  // The forms are loaded on demand, so that lists appear sooner.
  const loadForms = async () => {
    const [{ formPagesOf }, fields, frame] = await Promise.all([
      import('./resource-form.tsx'),
      rules.fields?.(),
      rules.frame?.(),
    ]);
    // The compiler has checked the rules, and the forms handle all columns in the same way.
    return formPagesOf({ ...rules, fields, frame } as FormPagesRules);
  };
  // Loads the forms in advance, because the next screen is often a form. A failure is ignored here, because opening a form reports it.
  const prepareForms = () => void loadForms().catch(() => {});
  const words = wordsOf(rules.nouns, (rules.columns as Columns)[rules.groups]!.label, rules.words ?? {});
  const pageOf = (title: string, Page: ComponentType<{ resource: Resource }>) => {
    function PageWithChoices() {
      const choices = useChoices();
      const timeZone = siteTimeZone();
      // A module may have two addresses. Links keep the one that the person has open.
      const [, admin, screen] = useLocation().pathname.split('/');
      const address = `/${admin}/${screen}`;
      const resource = useMemo(
        () => resourceOf(name, rules, { address, choices, timeZone }),
        [address, choices, timeZone],
      );
      return <Page resource={resource} />;
    }
    return () => (
      <ChoicesProvider title={title}>
        <PageWithChoices />
      </ChoicesProvider>
    );
  };
  // One component for both addresses: another type would mount the form again when a new row gets its address.
  let RowPage: ComponentType | undefined;
  const rowPage = {
    load: async () => {
      const { RowPage: Page } = await loadForms();
      RowPage ??= pageOf(capitalised(rules.nouns.one), Page);
      return RowPage;
    },
  };
  const ListForm = lazyDialog<ListFormProps>({
    name: 'the publishing settings',
    load: async () => (await loadForms()).ListForm,
    onClose: ({ onClose }) => onClose(),
  });
  function List({ resource }: { resource: Resource }) {
    return <ResourceList resource={resource} Form={ListForm} onShown={prepareForms} />;
  }
  function Trash({ resource: { address, nouns, words } }: { resource: Resource }) {
    return (
      <TrashPage {...trashOf(name, nouns.one)} title={words.trash} nouns={nouns.many} address={address} />
    );
  }
  return {
    index: pageOf(words.list, List),
    trash: pageOf(words.trash, Trash),
    new: rowPage,
    edit: rowPage,
    order: {
      load: async () => {
        const { OrderPage, orderTitleOf } = await import('./order/order-page.tsx');
        return pageOf(orderTitleOf(rules.nouns), OrderPage);
      },
    },
    versions: {
      load: async () => pageOf('Versions', (await import('./versions/versions-page.tsx')).VersionsPage),
    },
  };
}

const useStoredRows: UseListed = (rows) => ({ rows, isLoading: false });

interface ResourceParts {
  address: string;
  choices: ShownChoices;
  timeZone: string;
}

function resourceOf<N extends ModuleName, C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
  { address, choices, timeZone }: ResourceParts,
): Resource {
  const { columns, nouns, title, groups, card } = rules;
  const column = (columns as Columns)[groups]!;
  const options = allOptions(columns, rules.options?.(choices) ?? {}, choices);
  const { publicBy, folder } = factsOf(name);
  const words = wordsOf(nouns, column.label, rules.words ?? {});
  const editHref = (row: ListedRow) => (isStoredRow(row) ? `${address}/${row.id}/edit` : row.editHref);
  const hasPicture = Object.values<Columns[string]>(columns).some(({ kind }) => kind === 'picture');
  return {
    name,
    address,
    nouns,
    title,
    rowColumns: columns,
    options,
    timeZone,
    words,
    groups: { name: groups, label: column.label, options: options[groups] ?? [] },
    status: createStatusFilter(name, words),
    hasPages: folder !== undefined,
    editHref,
    siteHref: (row: ListedRow) => {
      if (!isStoredRow(row)) return row.siteHref;
      const isSeen = row.state === undefined ? !publicBy || row[publicBy] : row.state === 'published';
      if (!isSeen) return undefined;
      if (!folder) return rules.sitePath;
      return (
        (row.path as string | undefined) ?? pathOfRow(factsOf(name), row as { id: number; slug?: string })
      );
    },
    hasWidePictures: rules.hasWidePictures ?? hasPicture,
    card: card as Resource['card'],
    columns: tableColumnsOf(name, {
      columns,
      title,
      words,
      options,
      cells: (rules.cells ?? {}) as Readonly<Record<string, (row: Row) => ReactNode>>,
      editHref,
    }),
    opensPreview: rules.opensPreview ?? false,
    afterSave: rules.afterSave,
    useListed: rules.useListed ?? useStoredRows,
    Foot: rules.Foot,
  };
}

/**
 * Returns the options of all columns with a list of values. `labelled` contains the options whose labels differ
 * from their values.
 */
function allOptions(columns: Columns, labelled: Options, choices: ShownChoices): Options {
  const options = Object.entries(columns).flatMap(([name, column]): [string, readonly Option[]][] => {
    if (column.kind === 'listed') return [[name, choices[column.list]]];
    if (!('values' in column) || !column.values) return [];
    return [[name, labelled[name] ?? column.values.map((value) => ({ value, label: value }))]];
  });
  return Object.fromEntries(options);
}
