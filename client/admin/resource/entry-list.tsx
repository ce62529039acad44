import IconCopy from 'icon:copy';
import { ActionIcon, Input, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, use, useEffect, useId, useRef, useState } from 'react';
import { notifyWithUndo } from '../components/notifications.tsx';
import { type CreateEntry, type EntryTools, OrderedList } from '../components/ordered-list.tsx';
import { ClickedFieldContext, EntryPathContext } from './clicked-field.ts';
import classes from './entry-list.module.css';

export type AddEntry<E> = (create: CreateEntry<E>) => void;

interface EntryListProps<E> {
  /** The path of the list in the form, for example `blocks` or `blocks.2.entries`. */
  path: string;
  legend: string;
  /** The word for one entry, for example 'block'. */
  noun: string;
  entries: readonly E[];
  onChange: (next: E[]) => void;
  /** The error message for the whole list. */
  error: string | undefined;
  /** Returns the title of an entry. */
  nameOf: (entry: E, place: number) => string;
  copyOf: (entry: E, others: readonly E[]) => E;
  /** Returns the error message of an entry, or `true` if one of its fields has an error. */
  errorAt: (place: number, entry: E) => string | boolean;
  isFull: boolean;
  /** The button that inserts an entry. `after` is the title of the entry above. Undefined at the end of the list. */
  insert: (add: AddEntry<E>, after?: string) => ReactNode;
  children: (entry: E, place: number, change: (entry: E) => void) => ReactNode;
}

/** A list of entries, of which closed ones mount no fields. */
export function EntryList<E extends object>(props: EntryListProps<E>) {
  const { path, noun, copyOf, errorAt, isFull, insert, children, ...list } = props;
  // An added entry is open at first.
  const added = useRef<E>(undefined);
  const openingAdded =
    (add: AddEntry<E>): AddEntry<E> =>
    (create) =>
      add((others) => (added.current = create(others)));
  // Without the form, an undo has no place for the entry.
  const offers = useRef<(() => void)[]>([]);
  useEffect(
    () => () => {
      for (const hide of offers.current) hide();
    },
    [],
  );
  return (
    <OrderedList
      {...list}
      propsOf={(_, place) => ({ 'data-path': `${path}.${place}` })}
      onRemove={(_, remove, name) =>
        offers.current.push(notifyWithUndo(`The ${noun} was removed`, name, remove(true)))
      }
      footer={(add) =>
        isFull ? (
          <Text c="dimmed" fz="sm">
            There are as many as there may be.
          </Text>
        ) : (
          insert(openingAdded(add))
        )
      }
    >
      {(entry, place, tools) => (
        <EntryPathContext value={`${path}.${place}`}>
          <Entry
            tools={tools}
            problem={errorAt(place, entry)}
            isOpenAtFirst={entry === added.current}
            fields={() => children(entry, place, tools.change)}
          >
            {!isFull && insert(openingAdded(tools.addBelow), tools.name)}
            {!isFull && (
              <ActionIcon
                variant="subtle"
                aria-label={`Duplicate ${tools.name}`}
                onClick={() => openingAdded(tools.addBelow)((others) => copyOf(entry, others))}
              >
                <IconCopy size={16} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
            )}
          </Entry>
        </EntryPathContext>
      )}
    </OrderedList>
  );
}

interface EntryProps {
  tools: Pick<EntryTools<never>, 'name' | 'row'>;
  problem: string | boolean;
  isOpenAtFirst: boolean;
  fields: () => ReactNode;
  /** The buttons before that for removal. */
  children: ReactNode;
}

function Entry({ tools, problem, isOpenAtFirst, fields, children }: EntryProps) {
  const id = useId();
  const path = use(EntryPathContext);
  const clicked = use(ClickedFieldContext);
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (clicked?.path.startsWith(`${path}.`) && !clicked.isDone) setOpen(true);
  }, [clicked, path]);
  // An entry with an error stays open when the error is gone, because the person may still be typing.
  if (problem && !isOpen) setOpen(true);
  return (
    <>
      {tools.row(
        <UnstyledButton
          className={classes.line}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {tools.name}
        </UnstyledButton>,
        children,
      )}
      {typeof problem === 'string' && <Input.Error>{problem}</Input.Error>}
      <div id={id} className={classes.fields} hidden={!isOpen}>
        {isOpen && fields()}
      </div>
    </>
  );
}
