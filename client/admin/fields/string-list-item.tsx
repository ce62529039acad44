import IconArrowDown from 'icon:arrow-down';
import IconArrowUp from 'icon:arrow-up';
import IconX from 'icon:x';
import { ActionIcon, Input, VisuallyHidden } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import type { Icon } from '../../shared/icon.tsx';
import { DragHandle, type DragMark } from '../components/drag-order.tsx';
import classes from './fields.module.css';

interface StringListItemProps {
  id: string;
  /** For example 'Requirement 2'. */
  name: string;
  text: string;
  place: number;
  count: number;
  /** The id of the list's error message. Undefined if the error cannot be about this entry. */
  errorId: string | undefined;
  dragMark: DragMark;
  onDrag: (event: PointerEvent) => void;
  onWrite: (text: string) => void;
  /**
   * Called with the lines of a pasted list. The first and the last one contain the text around the caret. `caret` is
   * the position of the caret in the last one.
   */
  onPasteLines: (lines: string[], caret: number) => void;
  onEnter: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One entry of a `StringListInput`: the text, and buttons that move or remove the entry. */
export function StringListItem(props: StringListItemProps) {
  const { id, name, text, place, count, errorId, dragMark, onDrag } = props;
  const { onWrite, onPasteLines, onEnter, onMove, onRemove } = props;
  const lower = name.toLowerCase();
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim()) onEnter();
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const lines = linesOfList(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    lines[0] = text.slice(0, selectionStart) + lines[0];
    const caret = lines.at(-1)!.length;
    lines[lines.length - 1] += text.slice(selectionEnd);
    onPasteLines(lines, caret);
  };
  return (
    <li data-drag={dragMark}>
      <div className={classes.entryHead}>
        {count > 1 && <DragHandle onBegin={onDrag} />}
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
        // An entry has one line. A pasted list becomes several entries, and any other line break becomes a space.
        onPaste={paste}
        onChange={(event) => onWrite(event.currentTarget.value.replace(/(?<!\s)\s*\n\s*/g, ' '))}
        onKeyDown={enter}
      />
    </li>
  );
}

/** Returns the lines of a pasted text that are not empty, without the signs of a list before them. */
function linesOfList(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/^\s*(?:[-*•◦▪·–]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '');
}

interface ItemActionProps {
  name: string;
  Icon: Icon;
  /**
   * Whether the button has no effect, such as 'up' on the first entry. The button remains focusable, so that
   * the focus is not lost.
   */
  isOff?: boolean;
  onPress: () => void;
}

/**
 * A small button of one entry. The button's name is text instead of an `aria-label`, so that tools do not
 * mistake the name for the label of the entry's input.
 */
function ItemAction({ name, Icon, isOff = false, onPress }: ItemActionProps) {
  const press = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isOff) return;
    onPress();
    // Focuses the button again, because moving the entry in the document has removed the focus.
    if (currentTarget.isConnected) currentTarget.focus();
  };
  return (
    <ActionIcon variant="subtle" aria-disabled={isOff} className={classes.entryAct!} onClick={press}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <VisuallyHidden>{name}</VisuallyHidden>
    </ActionIcon>
  );
}
