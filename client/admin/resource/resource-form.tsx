import type { ReactNode } from 'react';
import { type Opening, useKeptForm } from '../form/use-record-form.ts';
import { StoredForm } from './stored-form.tsx';
import { forForm, useRowId } from './stored-row.ts';
import { useFormAddress } from '../list/use-form-address.ts';
import { useServerErrors } from '../fields/use-field-errors.ts';
import type { Members } from './field-kind.ts';
import { FormContext } from './form-context.ts';
import type { Resource } from './resource.ts';
import { callsOf, type Row, rowIn, useSaves } from './use-resource.ts';

/** The form of a new row. */
export function NewForm({ resource }: { resource: Resource }) {
  const { address, words } = resource;
  const { toNewest, backToList } = useFormAddress(address);
  return (
    <RowForm
      resource={resource}
      title={words.create}
      saveLabel={words.saveNew}
      opening={{ words: saidOf(resource, words.created), onSaved: toNewest }}
      onCancel={backToList}
    />
  );
}

/** The form of the stored row that the address names. */
export function EditForm({ resource }: { resource: Resource }) {
  const { name, address, words } = resource;
  const { backToList } = useFormAddress(address);
  const query = callsOf(name).one.useQuery(useRowId(), forForm);
  return (
    <StoredForm title={words.edit} query={query} subject={words.row}>
      {(answer) => {
        const row = rowIn(name, answer);
        return (
          <RowForm
            key={row.id}
            resource={resource}
            title={words.edit}
            saveLabel={words.saveStored}
            opening={{ row, words: saidOf(resource, words.saved), onSaved: backToList }}
            onCancel={backToList}
          />
        );
      }}
    </StoredForm>
  );
}

/** Returns the message after a save. It links to the row's public page if visitors see the row. */
function saidOf({ siteHref }: Resource, words: string) {
  return (row: Row): ReactNode => {
    const href = siteHref(row);
    if (!href) return words;
    return (
      <>
        {words}{' '}
        <a href={href} target="_blank" rel="noreferrer">
          View on site
        </a>
      </>
    );
  };
}

interface RowFormProps {
  resource: Resource;
  title: string;
  saveLabel: string;
  opening: Omit<Opening<Members, Row>, 'empty'>;
  onCancel: () => void;
}

function RowForm({ resource, opening, ...frame }: RowFormProps) {
  const { name, model, Frame } = resource;
  const form = useKeptForm(model.kind, useSaves(name, model), { ...opening, empty: model.empty });
  const errors = useServerErrors(form.error, model.errorNames);
  return (
    <FormContext value={{ model, form, errorOf: errors.of }}>
      <Frame {...frame} form={form} errors={errors} isNew={!opening.row} />
    </FormContext>
  );
}
