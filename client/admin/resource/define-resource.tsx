import { type ComponentType, type ReactNode, useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Columns } from '../../../src/shared/columns.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { rowPath } from '../../../src/shared/slugs.ts';
import { type ShownChoices, useChoices, useTimeZone, WithChoices } from '../components/choices-context.tsx';
import { formatDate, formatDateTime } from '../core/dates.ts';
import { modulePath } from '../core/module-path.ts';
import { FormPage } from '../form/form-page.tsx';
import type { Column } from '../list/data-table.tsx';
import { TrashPage } from '../list/trash-page.tsx';
import { Field } from './field.tsx';
import { momentKind, type Option } from './field-kinds.ts';
import { allOptions, type FormRules, formModelOf } from './form-model.ts';
import { OrderPage } from './order/order-page.tsx';
import { PublicationBadge } from './publishing/publication-badge.tsx';
import { EditForm, NewForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import type { FrameProps, Resource, ResourceRules } from './resource-types.ts';
import { type ResourceWords, wordsOf } from './resource-words.ts';
import { statusFilterOf } from './status-filter.ts';
import { type Row, useTrashOf } from './use-resource.ts';
import { VersionsPage } from './versions/versions-page.tsx';

/** The pages of a module whose rows staff edit. */
export interface ResourcePages {
  index: ComponentType;
  new: ComponentType;
  edit: ComponentType;
  versions: ComponentType;
  trash: ComponentType;
  order: ComponentType;
}

/**
 * Returns the pages of a module whose rows staff edit. `name` is the module's name in the router. Labels, values and
 * errors follow from the columns.
 */
export function defineResource<const N extends ModuleName, const C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
): ResourcePages {
  // Made only once: another component would lose what somebody types.
  const Frame = frameOf(rules);
  const pageOf = (Page: ComponentType<{ resource: Resource }>) => {
    function PageWithChoices() {
      const choices = useChoices();
      const timeZone = useTimeZone();
      // A module may have two addresses, and its pages stay at the one that was opened.
      const [, admin, screen] = useLocation().pathname.split('/');
      const address = `/${admin}/${screen}`;
      const resource = useMemo(
        () => resourceOf(name, rules, { address, choices, timeZone, Frame }),
        [address, choices, timeZone],
      );
      return <Page resource={resource} />;
    }
    return () => (
      <WithChoices>
        <PageWithChoices />
      </WithChoices>
    );
  };
  function Trash({ resource: { address, nouns, words } }: { resource: Resource }) {
    return (
      <TrashPage {...useTrashOf(name, nouns.one)} title={words.trash} nouns={nouns.many} address={address} />
    );
  }
  function Versions({ resource }: { resource: Resource }) {
    return <VersionsPage name={name} columns={rules.columns} resource={resource} />;
  }
  return {
    ...{ index: pageOf(ResourceList), new: pageOf(NewForm), versions: pageOf(Versions) },
    ...{ edit: pageOf(EditForm), trash: pageOf(Trash), order: pageOf(OrderPage) },
  };
}

interface ResourceParts {
  address: string;
  choices: ShownChoices;
  timeZone: string;
  Frame: ComponentType<FrameProps>;
}

function resourceOf<N extends ModuleName, C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
  { address, choices, timeZone, Frame }: ResourceParts,
): Resource {
  const { columns, nouns, title, groups, card } = rules;
  const column = (columns as Columns)[groups]!;
  const options = allOptions(columns, rules.options?.(choices) ?? {}, choices);
  const { publicBy, schedule, drawer = [], folder } = factsOf(name);
  const words = wordsOf(nouns, column.label, rules.words ?? {});
  const formName = modulePath(name).replace('/admin/', '');
  const ofForm = Object.fromEntries(
    Object.entries<Columns[string]>(columns).filter(([, { kind, isApart }]) => kind !== 'moment' && !isApart),
  );
  const hasPicture = Object.values<Columns[string]>(columns).some(({ kind }) => kind === 'picture');
  return {
    ...{ name, address, nouns, title, timeZone },
    words,
    groups: { name: groups, label: column.label, options: options[groups] ?? [] },
    status: statusFilterOf(name, words),
    hasPages: folder !== undefined,
    siteHref: (row) => {
      const isSeen = row.state === undefined ? !publicBy || row[publicBy] : row.state === 'published';
      if (!isSeen) return undefined;
      return folder ? rowPath(folder, row as { id: number; slug?: string | null }) : rules.sitePath;
    },
    hasWidePictures: rules.hasWidePictures ?? hasPicture,
    // The types of the columns end here: the compiler has checked the rules, and the code below treats
    // columns as values.
    card: card as unknown as Resource['card'],
    columns: tableColumnsOf(name, {
      ...{ columns, title, words, options },
      cells: (rules.cells ?? {}) as Readonly<Record<string, (row: Row) => ReactNode>>,
      editHref: (id) => `${address}/${id}/edit`,
    }),
    model: formModelOf(formName, {
      ...(rules as unknown as FormRules),
      ...{ columns: ofForm, options, module: name, hidden: [...(rules.hidden ?? []), ...drawer] },
    }),
    publishing: schedule && publishingModelOf(`${formName}/publishing`, columns, { name, timeZone }),
    Frame,
  };
}

/** Returns the form of the 'Publishing' drawer: the row's dates and whether it is published. */
function publishingModelOf(
  formName: string,
  columns: Columns,
  { name, timeZone }: { name: ModuleName; timeZone: string },
) {
  const { publicBy, drawer = [] } = factsOf(name);
  const chosen = Object.entries(columns).filter(
    ([key, { kind, isApart }]) => key === publicBy || kind === 'moment' || isApart || drawer.includes(key),
  );
  const fields = chosen.flatMap(([key, column]) =>
    column.kind === 'moment' ? [[key, momentKind(key, column.isDay, timeZone)] as const] : [],
  );
  return formModelOf(formName, {
    ...{ columns: Object.fromEntries(chosen), fields: Object.fromEntries(fields), options: {} },
  });
}

/** Returns the form's own frame, or the standard frame around its layout. */
function frameOf<N extends ModuleName, C extends Columns>(
  rules: ResourceRules<N, C>,
): ComponentType<FrameProps> {
  if (rules.frame) {
    const Own = rules.frame as unknown as ComponentType<FrameProps & { values: object; Field: typeof Field }>;
    return (props) => <Own {...props} values={props.form.values} Field={Field} />;
  }
  const Layout = rules.form as unknown as ComponentType<{ values: object; Field: typeof Field }>;
  const { isChecked = false } = rules;
  return ({ errors, isNew: _, ...shell }) => (
    <FormPage {...shell} isChecked={isChecked} failure={errors.failure}>
      <Layout values={shell.form.values} Field={Field} />
    </FormPage>
  );
}

interface TableRules {
  columns: Columns;
  title: string;
  words: ResourceWords;
  editHref: (id: number) => string;
  options: Readonly<Record<string, readonly Option[] | undefined>>;
  cells: Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>;
}

/** Returns the columns of a module's table: its title, its short texts and choices, whether visitors see a row, and its date. */
function tableColumnsOf(name: ModuleName, rules: TableRules): Column<Row>[] {
  const { columns, title, words, editHref, options, cells } = rules;
  const { sorts, publicBy, schedule } = factsOf(name);
  const short = Object.entries(columns).filter(
    ([key, { kind }]) => key !== title && (kind === 'line' || kind === 'choice' || kind === 'listed'),
  );
  const labelOf = (key: string, value: unknown) =>
    options[key]?.find((option) => option.value === value)?.label ?? String(value);
  const all: Column<Row>[] = [
    {
      ...{ id: title, header: columns[title]!.label, isRowHeader: true, isWide: true },
      cell: (row) => (
        <Link to={editHref(row.id)} state={{ isFromList: true }} data-key="Enter">
          {String(row[title])}
        </Link>
      ),
    },
    ...short.map(
      ([key, { label, heading = label }]): Column<Row> => ({
        ...{ id: key, header: heading, hasLabel: true },
        cell: (row) => cells[key]?.(row) ?? labelOf(key, row[key]),
      }),
    ),
    ...(publicBy
      ? [
          {
            ...{ id: publicBy, header: 'Status' },
            cell: (row: Row) => (
              <PublicationBadge row={row} publicBy={publicBy} schedule={schedule} words={words.publication} />
            ),
          },
        ]
      : []),
    {
      ...{ id: 'created_at', header: 'Created', hasLabel: true },
      cell: ({ created_at }) => (
        <time dateTime={String(created_at)} title={formatDateTime(String(created_at))}>
          {formatDate(String(created_at))}
        </time>
      ),
    },
  ];
  return all.map((column) => ({ ...column, isSortable: sorts.includes(column.id) }));
}
