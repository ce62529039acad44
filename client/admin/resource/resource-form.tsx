import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { PageHeader } from '../components/page-header.tsx';
import { QueryBoundary, type QueryBoundaryProps } from '../components/query-boundary.tsx';
import { useFieldErrors } from '../fields/use-field-errors.ts';
import { type RecordFormOptions, useRecordForm } from '../form/use-record-form.ts';
import { useRecordNavigation } from '../list/use-list-params.ts';
import { FormContext } from './field.tsx';
import type { Members } from './field-kind.ts';
import type { Resource } from './resource-types.ts';
import { callsOf, type Row, rowIn, useSaves } from './use-resource.ts';

/** The form of a new row. */
export function NewForm({ resource }: { resource: Resource }) {
  const { address, words } = resource;
  const { toNewest, backToList } = useRecordNavigation(address);
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
  const { backToList } = useRecordNavigation(address);
  const query = callsOf(name).one.useQuery(useIdParam(), editQueryOptions);
  return (
    <EditFormLoader title={words.edit} query={query} subject={words.row}>
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
    </EditFormLoader>
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
  opening: Omit<RecordFormOptions<Members, Row>, 'empty'>;
  onCancel: () => void;
}

function RowForm({ resource, opening, ...frame }: RowFormProps) {
  const { name, model, Frame } = resource;
  const form = useRecordForm(model.kind, useSaves(name, model), { ...opening, empty: model.empty });
  const errors = useFieldErrors(form.error, model.errorNames);
  return (
    <FormContext value={{ model, form, errorOf: errors.of }}>
      <Frame {...frame} form={form} errors={errors} isNew={!opening.row} />
    </FormContext>
  );
}

interface EditFormLoaderProps<T> {
  /** The title of the form, also shown while loading and after a failure. */
  title: string;
  query: QueryBoundaryProps<T>['query'];
  /** The subject of '… could not be loaded': 'The job'. */
  subject: string;
  children: (data: T) => ReactNode;
}

/** Renders the form of a stored row when the row has loaded. */
function EditFormLoader<T>({ title, query, subject, children }: EditFormLoaderProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      <PageHeader title={title} />
      <QueryBoundary query={query} subject={subject} skeleton={<Skeleton height={480} />}>
        {children}
      </QueryBoundary>
    </>
  );
}

/** Returns the id in the address of a form. */
function useIdParam(): { id: number } {
  const { id } = useParams();
  return { id: Number(id) };
}

/** Query options for forms: loads the row at each opening, and never replaces it while somebody edits. */
const editQueryOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const;
