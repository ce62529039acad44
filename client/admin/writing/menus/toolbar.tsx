import { Menu, UnstyledButton } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import IconKeyboard from 'icon:keyboard';
import IconListTree from 'icon:list-tree';
import IconMaximize from 'icon:maximize';
import IconMinimize from 'icon:minimize';
import IconPlus from 'icon:plus';
import { type KeyboardEvent, type Ref, type RefObject, useState } from 'react';
import type { Icon } from '../../../shared/icon.tsx';
import { type BlockCommand, findCommands } from '../commands.ts';
import { useToolGroups } from './tool-groups.ts';

interface ToolProps {
  label: string;
  icon: Icon;
  isActive?: boolean | undefined;
  isOff?: boolean | undefined;
  /** Absent for a button that opens no panel. */
  isOpen?: boolean | undefined;
  tabIndex?: number;
  onFocus?: () => void;
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A click leaves the focus and the selection in the text. */
function Tool({ label, icon: Sign, isActive, isOff, isOpen, onClick, ...more }: ToolProps) {
  return (
    <UnstyledButton
      {...more}
      className="writing-tool"
      title={label}
      aria-label={label}
      aria-pressed={isActive}
      aria-expanded={isOpen}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isOff ? undefined : onClick}
    >
      <Sign size={18} stroke={1.6} aria-hidden="true" />
    </UnstyledButton>
  );
}

interface ToolbarProps {
  editor: Editor;
  hasPictures: boolean;
  isFull: boolean;
  isOutlineOpen: boolean;
  bar: RefObject<HTMLDivElement | null>;
  onCommand: (command: BlockCommand) => void;
  onLink: () => void;
  onOutline: () => void;
  onFull: (() => void) | undefined;
  onHelp: () => void;
}

/** One stop of the Tab key. Arrow keys, Home and End move between the buttons, Escape goes to the text. */
export function Toolbar(props: ToolbarProps) {
  const { editor, hasPictures, isFull, isOutlineOpen, bar, onCommand, onLink, onOutline, onFull, onHelp } =
    props;
  const [current, setCurrent] = useState('Bold');
  const groups = useToolGroups({ editor, hasPictures, onCommand, onLink });
  // Tiptap's focus command waits a frame, in which typed keys are lost.
  const focusText = () => editor.view.focus();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      focusText();
      return;
    }
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('.writing-tool')];
    const at = tools.indexOf(event.target as HTMLElement);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = {
      ArrowRight: at + (isRtl ? -1 : 1),
      ArrowLeft: at + (isRtl ? 1 : -1),
      Home: 0,
      End: tools.length - 1,
    }[event.key];
    if (next === undefined || at === -1) return;
    event.preventDefault();
    tools[(next + tools.length) % tools.length]?.focus();
  };
  const stop = (label: string) => ({
    tabIndex: current === label ? 0 : -1,
    onFocus: () => setCurrent(label),
  });
  return (
    <div ref={bar} className="writing-toolbar" role="toolbar" aria-label="Format" onKeyDown={onKeyDown}>
      <Menu
        position="bottom-start"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        onClose={focusText}
        returnFocus={false}
      >
        <Menu.Target>
          <Tool label="Add a block" icon={IconPlus} {...stop('Add a block')} />
        </Menu.Target>
        <Menu.Dropdown className="writing-add">
          {findCommands('', hasPictures).map((command) => (
            <Menu.Item
              key={command.id}
              leftSection={<command.icon size={18} stroke={1.6} aria-hidden="true" />}
              onClick={() => onCommand(command)}
            >
              {command.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {groups.map((items) => (
        <span key={items[0]?.label} className="writing-tools">
          {items.map(({ label, icon, run, isActive, isOff }) => (
            <Tool
              key={label}
              label={label}
              icon={icon}
              isActive={isActive}
              isOff={isOff}
              {...stop(label)}
              onClick={run}
            />
          ))}
        </span>
      ))}
      <span className="writing-tools">
        <Tool
          label="Outline"
          icon={IconListTree}
          isOpen={isOutlineOpen}
          {...stop('Outline')}
          onClick={onOutline}
        />
        <Tool label="Keys" icon={IconKeyboard} {...stop('Keys')} onClick={onHelp} />
        {onFull && (
          <Tool
            label="Full screen"
            icon={isFull ? IconMinimize : IconMaximize}
            isActive={isFull}
            {...stop('Full screen')}
            onClick={onFull}
          />
        )}
      </span>
    </div>
  );
}
