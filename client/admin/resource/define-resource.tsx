import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Columns } from '../../../src/shared/columns.ts';
import { factsOf, type ModuleName, modulePath } from '../../../src/shared/module-facts.ts';
import { pathOfRow } from '../../../src/shared/slugs.ts';
import {
  type ShownChoices,
  useChoices,
  useTimeZone,
  ChoicesProvider,
} from '../components/choices-context.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { FormPage } from '../form/form-page.tsx';
import { TrashPage } from '../list/trash-page.tsx';
import { Field } from './field.tsx';
import { momentKind } from './field-adapters.ts';
import { addressKindOf, slugKindOf } from './publishing/address-field.tsx';
import { allOptions, type FormRules, formModelOf } from './form-model.ts';
import { EditForm, NewForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import type { FrameProps, Resource, ResourceRules } from './resource-types.ts';
import { wordsOf } from './resource-words.ts';
import { createStatusFilter } from './status-filter.ts';
import { tableColumnsOf } from './table-columns.tsx';
import { type Row, useTrashOf } from './use-resource.ts';

// Loaded on demand, so that lists and forms come sooner.
const OrderPage = lazyPart({
  name: 'the order of the rows',
  load: () => import('./order/order-page.tsx').then((file) => file.OrderPage),
});
const VersionsPage = lazyPart({
  name: 'the versions',
  load: () => import('./versions/versions-page.tsx').then((file) => file.VersionsPage),
});

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
      <ChoicesProvider>
        <PageWithChoices />
      </ChoicesProvider>
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
    index: pageOf(ResourceList),
    new: pageOf(NewForm),
    versions: pageOf(Versions),
    edit: pageOf(EditForm),
    trash: pageOf(Trash),
    order: pageOf(OrderPage),
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
    Object.entries<Columns[string]>(columns).filter(
      ([key, { kind, isApart }]) =>
        key === schedule?.from || kind === 'slug' || (kind !== 'moment' && !isApart),
    ),
  );
  const hasPicture = Object.values<Columns[string]>(columns).some(({ kind }) => kind === 'picture');
  return {
    name,
    address,
    nouns,
    title,
    timeZone,
    words,
    groups: { name: groups, label: column.label, options: options[groups] ?? [] },
    status: createStatusFilter(name, words),
    hasPages: folder !== undefined,
    siteHref: (row) => {
      const isSeen = row.state === undefined ? !publicBy || row[publicBy] : row.state === 'published';
      if (!isSeen) return undefined;
      return folder ? pathOfRow(factsOf(name), row as { id: number; slug?: string | null }) : rules.sitePath;
    },
    hasWidePictures: rules.hasWidePictures ?? hasPicture,
    // The compiler has checked the rules against the types of the columns. The code below handles all columns in
    // the same way, so their types are dropped here.
    card: card as unknown as Resource['card'],
    columns: tableColumnsOf(name, {
      columns,
      title,
      words,
      options,
      cells: (rules.cells ?? {}) as Readonly<Record<string, (row: Row) => ReactNode>>,
      editHref: (id) => `${address}/${id}/edit`,
    }),
    model: formModelOf(formName, {
      ...(rules as unknown as FormRules),
      columns: ofForm,
      options,
      fields: {
        ...rules.fields,
        ...(schedule?.from && { [schedule.from]: momentKind(schedule.from, false, timeZone) }),
        ...(folder && { slug: addressKindOf((columns as Columns).slug!) }),
      },
      module: name,
      hidden: [...(rules.hidden ?? []), ...drawer],
    }),
    afterSave: rules.afterSave,
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
    columns: Object.fromEntries(chosen),
    fields: { ...Object.fromEntries(fields), ...(columns.slug && { slug: slugKindOf(columns.slug) }) },
    options: {},
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
