import { isCertainlyRefused, parseApiError } from '../../api/errors.ts';
import { createRequestKey } from '../../api/request-key.ts';
import { changedFields, type FormDefinition, type FormField } from './form-definition.ts';
import type { Baseline, Reference, Stored } from './form-merge.ts';
import type { FormState, FormStore } from './form-reducer.ts';

/** The links of the API client read `context`. */
export interface SubmitOptions {
  context: Record<string, unknown>;
  /** Whether a hidden row may lack required values. */
  mayLackValues: boolean;
}

export interface FormCalls<T, Row extends Stored> {
  /** Absent for a form that edits only what is already stored. */
  create?: (values: T, options: SubmitOptions) => Promise<Row>;
  /** Absent for what is never changed: other values are another row. */
  update?: (values: T, reference: Reference<Row>, options: SubmitOptions) => Promise<Row>;
  refresh: () => Promise<void>;
  /** Runs after the row is stored, before the person leaves the form. */
  onStored?: (row: Row) => void;
}

interface RecordSubmission<T, Row extends Stored> {
  definition: FormDefinition<T, Row>;
  store: FormStore<T>;
  calls: FormCalls<T, Row>;
  onCreate: () => Promise<unknown>;
  onBegin: (stop: () => void) => void;
  staysOpen?: boolean;
  mayLackValues?: boolean;
}

/** Undefined if nothing was stored, for example while a submit is running or a conflict is undecided. */
export async function submitRecord<T, Row extends Stored>(
  parts: RecordSubmission<T, Row>,
): Promise<Row | undefined> {
  const { definition, store } = parts;
  if (store.read().status !== 'editing') return undefined;
  store.send({ type: 'submit' });
  // The reducer refuses a submit while a conflict is undecided.
  if (store.read().status !== 'submitting') return undefined;
  const sent = store.read().values;
  const row = await storeValues(sent, parts).catch((error) => {
    const current = rowOfConflict<Row>(error);
    if (definition.isWrittenOnce && current) store.send({ type: 'failed', error, isAnswerLost: false });
    else if (!current) store.send({ type: 'failed', error, isAnswerLost: !isCertainlyRefused(error) });
    else if (isOwnSave(definition, store.read(), baselineOf(definition, current), sent)) return current;
    else store.send({ type: 'conflict', record: baselineOf(definition, current) });
    return undefined;
  });
  const next = parts.staysOpen ? createRequestKey() : undefined;
  if (row) store.send({ type: 'saved', record: baselineOf(definition, row), sent, next });
  return row;
}

export function baselineOf<T, Row extends Stored>(
  { toValues }: FormDefinition<T, Row>,
  row: Row,
): Baseline<T> {
  const { id, version, updated_at } = row;
  return {
    row: { ...(id !== undefined && { id }), ...(version !== undefined && { version }) },
    savedAt: updated_at ?? undefined,
    values: toValues(row),
  };
}

async function storeValues<T, Row extends Stored>(values: T, parts: RecordSubmission<T, Row>): Promise<Row> {
  const { row } = parts.store.read().baseline;
  // The cast is safe: the reference is that of a row of this form.
  const { create, update } = parts.calls;
  if (row && update) return update(values, row as Reference<Row>, optionsOf(parts));
  if (!create) throw new Error(`The form ${parts.definition.name} needs a stored row`);
  return createOnce(values, create, parts);
}

/**
 * Exactly once: if an answer was lost and the values have changed since, sends the earlier values under their
 * key, then updates the row. Without `update`, the values become another row.
 */
async function createOnce<T, Row extends Stored>(
  values: T,
  create: NonNullable<FormCalls<T, Row>['create']>,
  parts: RecordSubmission<T, Row>,
): Promise<Row> {
  const { definition, store, onCreate, calls } = parts;
  const { sent, refused, mayLackValues = false, ...submission } = store.read().submission;
  let { key } = submission;
  const isSame = (one: T) => changedFields(definition, one, values).length === 0;
  if (refused && !isSame(refused)) key = createRequestKey();
  if (sent && !(isSame(sent) && mayLackValues === (parts.mayLackValues ?? false))) {
    const options = optionsOf({ ...parts, mayLackValues }, key);
    const created = calls.update && (await create(sent, options).catch(undefinedIfRefused));
    if (created) {
      store.send({ type: 'created', record: baselineOf(definition, created) });
      return storeValues(values, parts);
    }
    key = createRequestKey();
  }
  store.send({ type: 'sending', sent: values, key, mayLackValues: parts.mayLackValues ?? false });
  await onCreate();
  return create(values, optionsOf(parts, key));
}

function undefinedIfRefused(error: unknown): undefined {
  if (!isCertainlyRefused(error)) throw error;
}

function optionsOf<T, Row extends Stored>(
  { definition, store, onBegin, mayLackValues = false }: RecordSubmission<T, Row>,
  requestKey?: string,
): SubmitOptions {
  return {
    mayLackValues,
    context: {
      ...(definition.hasFiles ? { form: true } : { alone: true }),
      ...(requestKey && { requestKey }),
      onProgress: (share: number) => store.send({ type: 'progress', share }),
      onBegin,
    },
  };
}

/** Undefined for an error other than 409. */
function rowOfConflict<Row>(error: unknown): Row | undefined {
  const { status, current } = parseApiError(error);
  // The cast is safe: a 409 contains the row in the shape of the module.
  return status === 409 ? (current as Row | undefined) : undefined;
}

/** Whether an earlier save of this form, whose answer was lost, has stored the version. */
function isOwnSave<T>(
  definition: Pick<FormDefinition<T, never>, 'fields'>,
  { isAnswerLost, baseline }: FormState<T>,
  { row, values }: Baseline<T>,
  sent: T,
): boolean {
  if (!isAnswerLost || row?.version !== (baseline.row?.version ?? 0) + 1) return false;
  // The server may change these: it cleans up formatted text, fills in an empty date, gives a picture a path.
  const isMine = ({ names, format }: FormField<T>) =>
    format(values) === format(sent) ||
    format(sent) === '' ||
    names.some((name) => sent[name] instanceof File);
  return changedFields(definition, values, sent).every(isMine);
}

/** Without single rows, which a form loads each time it opens. */
export const queriesExceptRows = {
  predicate: ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    !(Array.isArray(path) && path.at(-1) === 'one'),
};
