import { type ComponentType, type ReactNode, useMemo } from 'react';
import { Route, Routes } from 'react-router-dom';
import type { Columns } from '../../../src/shared/columns.ts';
import { factsOf, type ModuleName } from '../../../src/shared/facts.ts';
import { NotFoundPage } from '../components/error-pages.tsx';
import { type ShownChoices, useChoices, WithChoices } from '../components/choices.tsx';
import { modulePath } from '../core/paths.ts';
import { FormPage } from '../form/form-page.tsx';
import { TrashPage } from '../list/trash-page.tsx';
import { Field } from './field.tsx';
import { allOptions, type FormRules, formModelOf } from './form-model.ts';
import { EditForm, NewForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import type { FrameProps, Resource, ResourceRules } from './resource-types.ts';
import { wordsOf } from './resource-words.ts';
import { tableColumnsOf } from './table-columns.tsx';
import { type Row, useTrashOf } from './use-resource.ts';

/**
 * Returns the screen of a module whose rows staff edit: its list, its trash, and the forms that replace the
 * list. `name` is the module's name in the router. Labels, drafts and errors follow from the columns.
 */
export function defineResource<const N extends ModuleName, const C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
): ComponentType {
  // Made only once: another component would lose what somebody types.
  const Frame = frameOf(rules);
  function Trash({ resource: { address, nouns, words } }: { resource: Resource }) {
    return (
      <TrashPage {...useTrashOf(name, nouns.one)} title={words.trash} nouns={nouns.many} address={address} />
    );
  }
  function Screen() {
    const choices = useChoices();
    const resource = useMemo(() => resourceOf(name, rules, { choices, Frame }), [choices]);
    return (
      <ListRoutes
        list={<ResourceList resource={resource} />}
        create={<NewForm resource={resource} />}
        edit={<EditForm resource={resource} />}
        trash={<Trash resource={resource} />}
      />
    );
  }
  return function ResourceScreen() {
    return (
      <WithChoices>
        <Screen />
      </WithChoices>
    );
  };
}

interface ResourceParts {
  choices: ShownChoices;
  Frame: ComponentType<FrameProps>;
}

function resourceOf<N extends ModuleName, C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
  { choices, Frame }: ResourceParts,
): Resource {
  const { columns, nouns, title, groups, card } = rules;
  const address = modulePath(name);
  const column = (columns as Columns)[groups]!;
  const options = allOptions(columns, rules.options?.(choices) ?? {}, choices);
  const { publicBy } = factsOf(name);
  const words = wordsOf(nouns, column.label, rules.words ?? {});
  const hasPicture = Object.values<Columns[string]>(columns).some(({ kind }) => kind === 'picture');
  return {
    ...{ name, address, nouns, title },
    words,
    groups: { name: groups, label: column.label, options: options[groups] ?? [] },
    status: publicBy
      ? {
          ...{ name: publicBy, label: 'Status' },
          options: [
            { value: 'true', label: words.visible },
            { value: 'false', label: words.invisible },
          ],
        }
      : undefined,
    siteHref: (row) => (publicBy && !row[publicBy] ? undefined : rules.sitePath?.(row.id)),
    hasWidePictures: rules.hasWidePictures ?? hasPicture,
    // The types of the columns end here: the compiler has checked the rules, and the code below treats
    // columns as values.
    card: card as unknown as Resource['card'],
    columns: tableColumnsOf(name, {
      ...{ columns, title, words, options },
      cells: (rules.cells ?? {}) as Readonly<Record<string, (row: Row) => ReactNode>>,
      editHref: (id) => `${address}/${id}/edit`,
    }),
    model: formModelOf(address.replace('/admin/', ''), { ...(rules as unknown as FormRules), options }),
    Frame,
  };
}

/** Returns the form's own frame, or the standard frame around its layout. */
function frameOf<N extends ModuleName, C extends Columns>(
  rules: ResourceRules<N, C>,
): ComponentType<FrameProps> {
  if (rules.frame) {
    const Own = rules.frame as unknown as ComponentType<FrameProps & { draft: object; Field: typeof Field }>;
    return (props) => <Own {...props} draft={props.form.draft} Field={Field} />;
  }
  const Layout = rules.form as unknown as ComponentType<{ draft: object; Field: typeof Field }>;
  const { isChecked = false } = rules;
  return ({ errors, isNew: _, ...shell }) => (
    <FormPage {...shell} isChecked={isChecked} failure={errors.failure}>
      <Layout draft={shell.form.draft} Field={Field} />
    </FormPage>
  );
}

interface ListRoutesProps {
  list: ReactNode;
  create: ReactNode;
  edit: ReactNode;
  trash: ReactNode;
}

/** The routes of a module: its list, its trash, and the forms that replace the list. */
function ListRoutes({ list, create, edit, trash }: ListRoutesProps) {
  return (
    <Routes>
      <Route index element={list} />
      <Route path="new" element={create} />
      <Route path=":id/edit" element={edit} />
      <Route path="trash" element={trash} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
