import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import IconPlus from 'icon:plus';
import { type ReactNode, useRef, useState } from 'react';
import { describeBlock } from '../../../src/shared/blocks/block-kinds.ts';
import type { Block, BlocksColumn, Columns, ItemsColumn } from '../../../src/shared/column-types.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import ordered from '../components/ordered-list.module.css';
import { OrderedList } from '../components/ordered-list.tsx';
import { useFieldPath, useFocusWhenClicked } from './clicked-field.ts';
import { emptyFields, freeKey } from './empty-block.ts';
import { type AddEntry, EntryList } from './entry-list.tsx';
import { type ControlProps, type Members, messageOf } from './field-kind.ts';
import { InsertBlock } from './insert-block.tsx';

/** If no row is chosen, the page of the site shows the first rows. */
export function ReferencesControl({ name, label, column, form, errorOf }: ControlProps) {
  const { to, max } = column as Extract<typeof column, { kind: 'references' }>;
  // `places` returns the same shape for every module that a column may refer to, so the cast is safe.
  const { data } = trpc[to as 'portfolio'].places.useQuery();
  const ids = form.values[name] as number[];
  const { noun } = factsOf(to as ModuleName);
  const setIds = (next: number[]) => form.setValues({ [name]: next });
  const titleOf = (id: number) => data?.places.find((place) => place.id === id)?.title ?? `${noun} ${id}`;
  const others = (data?.places ?? []).filter(({ id }) => !ids.includes(id));
  return (
    <OrderedList
      legend={label}
      entries={ids}
      keyOf={(id) => id}
      nameOf={titleOf}
      error={messageOf(errorOf(name))}
      onChange={setIds}
      footer={() =>
        ids.length < max && (
          <NativeSelect
            aria-label={`Add a ${noun} to ${label}`}
            description={ids.length === 0 ? 'Without a choice, the page shows the first ones' : undefined}
            value=""
            data={[
              { value: '', label: `Add a ${noun}` },
              ...others.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            onChange={({ currentTarget }) => setIds([...ids, Number(currentTarget.value)])}
          />
        )
      }
    >
      {(id, _, { row }) => row(<span className={ordered.line}>{titleOf(id)}</span>)}
    </OrderedList>
  );
}

type Errors = ControlProps['errorOf'];

/** The list of a page's blocks. Each block is a closed row until somebody opens the fields of the block. */
export function BlocksControl({ name, label, column, form, errorOf, controls: outer }: ControlProps) {
  const { kinds, max } = column as BlocksColumn;
  // `outer` would load these two components on demand, but this file already contains them.
  const controls = { ...outer, items: ItemsControl, references: ReferencesControl };
  const blocks = form.values[name] as Block[];
  const create = (kind: string, others: readonly Block[]): Block => ({
    key: freeKey(kind, others),
    kind,
    ...emptyFields(kinds[kind]!.fields),
  });
  const [insertion, setInsertion] = useState<{ add: AddEntry<Block> }>();
  return (
    <>
      <EntryList
        path={name}
        legend={label}
        noun="block"
        entries={blocks}
        onChange={(next) => form.setValues({ [name]: next })}
        error={messageOf(errorOf(name))}
        nameOf={describeBlock}
        copyOf={(block, others) => ({ ...structuredClone(block), key: freeKey(block.kind, others) })}
        errorAt={(place, block) => {
          const path = `${name}.${place}`;
          const wrong = hasError(kinds[block.kind]?.fields ?? {}, block, `${path}.`, errorOf);
          return messageOf(errorOf(path)) ?? wrong;
        }}
        isFull={blocks.length >= max}
        insert={(add, after) => <InsertButton after={after} onClick={() => setInsertion({ add })} />}
      >
        {(block, place, change) =>
          kinds[block.kind] ? (
            <Fields
              columns={kinds[block.kind]!.fields}
              values={block}
              form={form}
              controls={controls}
              errorOf={(field) => errorOf(`${name}.${place}.${field}`)}
              change={(fields) => change({ ...block, ...fields })}
            />
          ) : (
            <p>This version of the program does not know this kind of block. It stays as it is.</p>
          )
        }
      </EntryList>
      {insertion && (
        <InsertBlock
          kinds={kinds}
          onClose={() => setInsertion(undefined)}
          onPick={(kind) => {
            setInsertion(undefined);
            insertion.add((others) => create(kind, others));
          }}
        />
      )}
    </>
  );
}

/** The list of the entries of a block, such as questions and answers. */
export function ItemsControl({ name, label, column, form, errorOf, controls }: ControlProps) {
  const { fields, noun, max } = column as ItemsColumn;
  const entries = form.values[name] as Members[];
  const [title = ''] = Object.keys(fields);
  return (
    <EntryList
      path={useFieldPath(name)}
      legend={label}
      noun={noun}
      entries={entries}
      onChange={(next) => form.setValues({ [name]: next })}
      error={messageOf(errorOf(name))}
      nameOf={(entry, place) => String(entry[title] || `New ${noun} ${place + 1}`)}
      copyOf={(entry) => structuredClone(entry)}
      errorAt={(place, entry) => hasError(fields, entry, `${name}.${place}.`, errorOf)}
      isFull={entries.length >= max}
      insert={(add, after) =>
        after === undefined && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
            onClick={() => add(() => emptyFields(fields))}
          >
            Add {noun}
          </Button>
        )
      }
    >
      {(entry, place, change) => (
        <Fields
          columns={fields}
          values={entry}
          form={form}
          controls={controls}
          errorOf={(field) => errorOf(`${name}.${place}.${field}`)}
          change={change}
        />
      )}
    </EntryList>
  );
}

interface FieldsProps {
  columns: Columns;
  values: Members;
  form: ControlProps['form'];
  controls: ControlProps['controls'];
  errorOf: Errors;
  change: (values: Members) => void;
}

/** The fields of one block or entry. */
function Fields({ columns, values, form, controls, errorOf, change }: FieldsProps) {
  // Two fields may change in one event, and neither change may undo the other.
  const newest = useRef(values);
  newest.current = values;
  const setValues = (typed: Members) => {
    newest.current = { ...newest.current, ...typed };
    change(newest.current);
  };
  return Object.entries(columns).map(([name, column]) => {
    const Control = controls[column.kind];
    const options = column.kind === 'choice' ? column.values.map((value) => ({ value, label: value })) : [];
    return (
      <FieldBox key={name} name={name}>
        <Control
          name={name}
          label={column.label}
          column={column}
          options={options}
          layout={column.kind === 'optionalText' && column.max >= longText ? { rows: 3 } : {}}
          form={{ ...form, values, setValues }}
          errorOf={errorOf}
          controls={controls}
        />
      </FieldBox>
    );
  });
}

/** A click on a text in the preview finds this box by the path of the field. */
function FieldBox({ name, children }: { name: string; children: ReactNode }) {
  const path = useFieldPath(name);
  useFocusWhenClicked(path);
  return <div data-path={path}>{children}</div>;
}

/** The number of characters from which plain text of the kind `optionalText` has several lines. */
const longText = 400;

function hasError(fields: Columns, values: Members, path: string, errorOf: Errors): boolean {
  return Object.entries(fields).some(([name, column]) => {
    if (errorOf(path + name)) return true;
    if (column.kind !== 'items') return false;
    const entries = (values[name] ?? []) as Members[];
    return entries.some((entry, at) => hasError(column.fields, entry, `${path}${name}.${at}.`, errorOf));
  });
}

/** `after` is the title of the block above. Undefined at the end of the list. */
function InsertButton({ after, onClick }: { after: string | undefined; onClick: () => void }) {
  const icon = <IconPlus size={16} stroke={1.6} aria-hidden="true" />;
  if (after === undefined)
    return (
      <Button variant="default" size="compact-md" leftSection={icon} onClick={onClick}>
        Add block
      </Button>
    );
  return (
    <ActionIcon variant="subtle" aria-label={`Insert a block below ${after}`} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}
