import { type Editor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type BlockCommand, findCommands } from '../commands.ts';
import type { KeyHandler } from '../editor-shortcuts.ts';

interface SlashMenuProps {
  editor: Editor;
  hasPictures: boolean;
  menuKeys: RefObject<KeyHandler | undefined>;
  onCommand: (command: BlockCommand) => void;
}

/** Returns null unless the paragraph is only a slash and a short query, with the caret at the end. */
function slashIn(editor: Editor): { from: number; query: string } | null {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== 'paragraph') return null;
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  if (!/^\/[\p{L}\d ]{0,30}$/u.test(text) || $from.parentOffset < $from.parent.content.size) return null;
  return { from: $from.start(), query: text.slice(1) };
}

/** Opens when a paragraph begins with a slash. The focus remains in the text. */
export function SlashMenu({ editor, hasPictures, menuKeys, onCommand }: SlashMenuProps) {
  const slash = useEditorState({ editor, selector: ({ editor: shown }) => slashIn(shown) });
  const [closedAt, closeAt] = useState<number>();
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const commands = slash ? findCommands(slash.query, hasPictures) : [];
  const isOpen = slash !== null && closedAt !== slash.from && commands.length > 0;
  const index = Math.min(selected, commands.length - 1);
  const current = isOpen ? commands[index] : undefined;
  const currentId = current && `${listId}-${current.id}`;
  const from = slash?.from;
  useEffect(() => {
    if (from === undefined) {
      closeAt(undefined);
      setSelected(0);
    }
  }, [from]);
  useEffect(() => {
    const { dom } = editor.view;
    if (!currentId) return;
    dom.setAttribute('aria-controls', listId);
    dom.setAttribute('aria-activedescendant', currentId);
    document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, currentId, listId]);
  useLayoutEffect(() => {
    if (isOpen && from !== undefined && list.current) placeBelow(editor, from, list.current);
  });

  const run = (command: BlockCommand) => {
    const now = slashIn(editor);
    if (!now) return;
    editor.chain().focus().deleteRange({ from: now.from, to: editor.state.selection.to }).run();
    onCommand(command);
  };
  // A key can arrive before the next render, so this reads the document.
  useLayoutEffect(() => {
    menuKeys.current = (event) => {
      const now = slashIn(editor);
      const offered = now ? findCommands(now.query, hasPictures) : [];
      const at = Math.min(selected, offered.length - 1);
      const chosen = offered[at];
      if (!now || !chosen || closedAt === now.from || event.isComposing) return false;
      const step = (by: number) => setSelected((at + by + offered.length) % offered.length);
      const act = {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
        Enter: () => run(chosen),
        Tab: () => run(chosen),
        Escape: () => closeAt(now.from),
      }[event.key];
      act?.();
      if (act) event.preventDefault();
      return act !== undefined;
    };
    return () => {
      menuKeys.current = undefined;
    };
  });
  if (!isOpen) return null;
  return (
    // People must be able to scroll it with the arrow keys.
    <div ref={list} id={listId} className="writing-slash" role="listbox" aria-label="Blocks" tabIndex={0}>
      {commands.map((command, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus remains in the text
        <div
          key={command.id}
          id={`${listId}-${command.id}`}
          className="writing-option"
          role="option"
          aria-selected={command === current}
          onMouseDown={(event) => event.preventDefault()}
          // Browsers also report a move when the list opens below a pointer at rest.
          onMouseMove={({ movementX, movementY }) => (movementX || movementY) && setSelected(at)}
          onClick={() => run(command)}
        >
          <command.icon size={18} stroke={1.6} aria-hidden="true" />
          <span>{command.label}</span>
          <span className="writing-hint">{command.hint}</span>
        </div>
      ))}
    </div>
  );
}

/** Below the line, or above it if there is room only there. */
function placeBelow(editor: Editor, position: number, list: HTMLElement): void {
  const line = editor.view.coordsAtPos(position);
  const frame = list.parentElement?.getBoundingClientRect();
  if (!frame) return;
  const isBelow = line.bottom + list.offsetHeight + 8 < window.innerHeight || line.top < list.offsetHeight;
  const top = isBelow ? line.bottom + 4 : line.top - list.offsetHeight - 4;
  list.style.top = `${top - frame.top}px`;
  const left = Math.min(line.left - frame.left, frame.width - list.offsetWidth - 8);
  list.style.left = `${Math.max(8, left)}px`;
}
