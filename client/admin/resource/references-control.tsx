import IconX from 'icon:x';
import { ActionIcon, Input, NativeSelect } from '@mantine/core';
import { useRef } from 'react';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { DragHandle, MoveButtons, useDragOrder } from '../components/drag-order.tsx';
import classes from './entry-list.module.css';
import { type ControlProps, messageOf } from './field-kind.ts';

/** If no row is chosen, the page of the site shows the first rows. */
export function ReferencesControl({ name, label, column, form, errorOf }: ControlProps) {
  const { to, max } = column as Extract<typeof column, { kind: 'references' }>;
  // `places` returns the same shape for every module that a column may refer to, so the cast is safe.
  const { data } = trpc[to as 'portfolio'].places.useQuery();
  const box = useRef<HTMLFieldSetElement>(null);
  const ids = form.values[name] as number[];
  const { noun } = factsOf(to as ModuleName);
  const put = (next: number[]) => form.setValues({ [name]: next });
  const { list, begin, markOf } = useDragOrder(ids.length, (from, to) =>
    put(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!)),
  );
  const titleOf = (id: number) => data?.places.find((place) => place.id === id)?.title ?? `${noun} ${id}`;
  const others = (data?.places ?? []).filter(({ id }) => !ids.includes(id));
  return (
    <fieldset ref={box} tabIndex={-1} className={classes.box}>
      <legend className={classes.legend}>{label}</legend>
      <ol ref={list} className={classes.list}>
        {ids.map((id, place) => (
          <li key={id} className={classes.entry} data-drag={markOf(place)}>
            <div className={classes.row}>
              <DragHandle onBegin={(event) => begin(place, event)} />
              <span className={classes.line}>{titleOf(id)}</span>
              <span className={classes.acts}>
                <MoveButtons
                  name={titleOf(id)}
                  place={place}
                  count={ids.length}
                  onMove={(to) => put(ids.toSpliced(place, 1).toSpliced(to, 0, id))}
                />
                <ActionIcon
                  variant="subtle"
                  aria-label={`Remove ${titleOf(id)}`}
                  onClick={() => {
                    put(ids.toSpliced(place, 1));
                    box.current?.focus();
                  }}
                >
                  <IconX size={16} stroke={1.6} aria-hidden="true" />
                </ActionIcon>
              </span>
            </div>
          </li>
        ))}
      </ol>
      {ids.length < max && (
        <NativeSelect
          aria-label={`Add a ${noun} to ${label}`}
          description={ids.length === 0 ? 'Without a choice, the page shows the first ones' : undefined}
          value=""
          data={[
            { value: '', label: `Add a ${noun}` },
            ...others.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={({ currentTarget }) => put([...ids, Number(currentTarget.value)])}
        />
      )}
      {errorOf(name) && <Input.Error>{messageOf(errorOf(name))}</Input.Error>}
    </fieldset>
  );
}
