import IconArrowDown from 'icon:arrow-down';
import IconArrowUp from 'icon:arrow-up';
import IconGripVertical from 'icon:grip-vertical';
import IconX from 'icon:x';
import { ActionIcon, Input, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject, useState } from 'react';
import type { Icon } from '../../shared/icon.tsx';
import classes from './fields.module.css';

type DragOrder = ReturnType<typeof useDragOrder>;

interface StringListItemProps {
  id: string;
  /** 'Requirement 2'. */
  name: string;
  text: string;
  place: number;
  count: number;
  /** The id of the list's error message, when the error may be about this entry. */
  errorId: string | undefined;
  drag: ReturnType<DragOrder['stateOf']>;
  grip: ReturnType<DragOrder['grip']>;
  onWrite: (text: string) => void;
  onEnter: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One entry of the list: its text, and buttons to move or remove it. */
export function StringListItem(props: StringListItemProps) {
  const { id, name, text, place, count, errorId, drag, grip, onWrite, onEnter, onMove, onRemove } = props;
  const lower = name.toLowerCase();
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim()) onEnter();
  };
  return (
    <li className={classes.entry} data-drag={drag}>
      <div className={classes.head}>
        {count > 1 && (
          <span className={classes.grip} title="Drag to reorder" aria-hidden="true" {...grip}>
            <IconGripVertical size={16} stroke={1.6} />
          </span>
        )}
        <Input.Label htmlFor={id}>{name}</Input.Label>
        {count > 1 && (
          <>
            <ItemAction
              name={`Move ${lower} up`}
              Icon={IconArrowUp}
              isOff={place === 0}
              onPress={() => onMove(place - 1)}
            />
            <ItemAction
              name={`Move ${lower} down`}
              Icon={IconArrowDown}
              isOff={place === count - 1}
              onPress={() => onMove(place + 1)}
            />
            <ItemAction name={`Remove ${lower}`} Icon={IconX} onPress={onRemove} />
          </>
        )}
      </div>
      <Input
        component="textarea"
        rows={1}
        multiline
        id={id}
        required
        value={text}
        error={Boolean(errorId)}
        aria-describedby={errorId}
        classNames={{ input: classes.entriesFieldInput }}
        // Line breaks in pasted text become spaces, because an entry has one line.
        onChange={(event) => onWrite(event.currentTarget.value.replace(/(?<!\s)\s*\n\s*/g, ' '))}
        onKeyDown={enter}
      />
    </li>
  );
}

interface ItemActionProps {
  name: string;
  Icon: Icon;
  /**
   * The button has no effect, such as 'up' on the first entry. It stays focusable, because the focus would be
   * lost otherwise.
   */
  isOff?: boolean;
  onPress: () => void;
}

/**
 * A small button of one entry. Its name is text content, so that tools do not take it for the label of the
 * entry's input.
 */
function ItemAction({ name, Icon, isOff = false, onPress }: ItemActionProps) {
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isOff) return;
    onPress();
    // Moving the row in the document has removed the focus.
    if (currentTarget.isConnected) currentTarget.focus();
  };
  return (
    <ActionIcon variant="subtle" aria-disabled={isOff} className={classes.act!} onClick={press}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </ActionIcon>
  );
}

interface Drag {
  from: number;
  to: number;
}

/** Lets people drag the rows of a list. The order changes when the row is dropped. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const placeAt = (y: number, from: number) => {
    const rows = [...(list.current?.children ?? [])].filter((_, place) => place !== from);
    return rows.filter((row) => middleOf(row) < y).length;
  };
  return {
    /** Returns the row's role in the current drag: the dragged row or the drop position. */
    stateOf: (place: number) => {
      if (!drag) return undefined;
      if (place === drag.from) return 'held';
      if (place !== drag.to) return undefined;
      return drag.to < drag.from ? 'before' : 'after';
    },
    /** Returns the props of a row's drag handle. */
    grip: (from: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from, to: from });
      },
      onPointerMove: ({ clientY }: PointerEvent) => drag && setDrag({ from, to: placeAt(clientY, from) }),
      onPointerUp: () => {
        if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
