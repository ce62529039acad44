import type { ComponentType, ReactNode } from 'react';
import type { Columns } from '../../../src/shared/columns.ts';
import { factsOf, type ModuleName } from '../../../src/shared/facts.ts';
import { modulePath } from '../core/paths.ts';
import { FormPage } from '../form/form-page.tsx';
import { TrashPage } from '../list/trash-page.tsx';
import { Field } from './field.tsx';
import { type FormRules, formModelOf, optionsOf } from './form-model.ts';
import { EditForm, NewForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import type { FrameProps, Resource, ResourceRules } from './resource-types.ts';
import { wordsOf } from './resource-words.ts';
import { tableColumnsOf } from './table-columns.tsx';
import { type Row, useTrashOf } from './use-resource.ts';

/** The pages of a module whose rows staff edit. */
export interface ResourcePages {
  index: ComponentType;
  new: ComponentType;
  edit: ComponentType;
  trash: ComponentType;
}

/**
 * Returns the pages of a module whose rows staff edit. `name` is the module's name in the router. Labels, values and
 * errors follow from the columns.
 */
export function defineResource<const N extends ModuleName, const C extends Columns>(
  name: N,
  rules: ResourceRules<N, C>,
): ResourcePages {
  const resource = resourceOf(name, rules);
  const { address, nouns, words } = resource;
  function Trash() {
    return (
      <TrashPage {...useTrashOf(name, nouns.one)} title={words.trash} nouns={nouns.many} address={address} />
    );
  }
  return {
    index: () => <ResourceList resource={resource} />,
    new: () => <NewForm resource={resource} />,
    edit: () => <EditForm resource={resource} />,
    trash: Trash,
  };
}

function resourceOf<N extends ModuleName, C extends Columns>(name: N, rules: ResourceRules<N, C>): Resource {
  const { columns, nouns, title, groups, card } = rules;
  const address = modulePath(name);
  const column = (columns as Columns)[groups]!;
  const { publicBy } = factsOf(name);
  const words = wordsOf(nouns, column.label, rules.words ?? {});
  const hasPicture = Object.values<Columns[string]>(columns).some(({ kind }) => kind === 'picture');
  return {
    ...{ name, address, nouns, title },
    words,
    groups: { name: groups, label: column.label, options: optionsOf(column, rules.options?.[groups]) },
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
      ...{ columns, title, words, options: rules.options ?? {} },
      cells: (rules.cells ?? {}) as Readonly<Record<string, (row: Row) => ReactNode>>,
      editHref: (id) => `${address}/${id}/edit`,
    }),
    model: formModelOf(address.replace('/admin/', ''), rules as unknown as FormRules),
    Frame: frameOf(rules),
  };
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
