import IconArrowBackUp from 'icon:arrow-back-up';
import IconArrowForwardUp from 'icon:arrow-forward-up';
import IconBlockquote from 'icon:blockquote';
import IconBold from 'icon:bold';
import IconClearFormatting from 'icon:clear-formatting';
import IconCode from 'icon:code';
import IconH2 from 'icon:h-2';
import IconH3 from 'icon:h-3';
import IconH4 from 'icon:h-4';
import IconItalic from 'icon:italic';
import IconKeyboard from 'icon:keyboard';
import IconLink from 'icon:link';
import IconList from 'icon:list';
import IconListNumbers from 'icon:list-numbers';
import IconListTree from 'icon:list-tree';
import IconMaximize from 'icon:maximize';
import IconMinimize from 'icon:minimize';
import IconPhoto from 'icon:photo';
import IconPlus from 'icon:plus';
import IconSourceCode from 'icon:source-code';
import IconStrikethrough from 'icon:strikethrough';
import IconTable from 'icon:table';
import IconUnderline from 'icon:underline';
import { Menu } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { Icon } from '../../../shared/icon.tsx';
import { type BlockCommand, findCommands } from '../commands.ts';
import { Tool } from './tool.tsx';

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

interface Item {
  label: string;
  icon: Icon;
  run: () => void;
  isActive?: boolean;
  isOff?: boolean;
}

/** One stop for the Tab key. The arrow keys move inside, and Escape returns to the text. */
export function Toolbar(props: ToolbarProps) {
  const { editor, hasPictures, isFull, isOutlineOpen, bar, onCommand, onLink, onOutline, onFull, onHelp } =
    props;
  const [current, setCurrent] = useState('Bold');
  const state = useToolState(editor);
  // Tiptap's focus command waits for the next frame, and keys typed until then are lost.
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
  const chain = () => editor.chain().focus();
  const mark = (label: string, icon: Icon, name: string): Item => ({
    ...{ label, icon, isActive: state.active.split(' ').includes(name) },
    run: () => chain().toggleMark(name).run(),
  });
  const heading = (level: 2 | 3 | 4, icon: Icon): Item => ({
    ...{ label: `Heading ${level}`, icon, isActive: state.active.split(' ').includes(`h${level}`) },
    run: () => chain().toggleHeading({ level }).run(),
  });
  const block = (id: string) => findCommands('', hasPictures).find((command) => command.id === id);
  const added = (label: string, icon: Icon, id: string): Item[] => {
    const command = block(id);
    return command ? [{ label, icon, run: () => onCommand(command) }] : [];
  };
  const groups: Item[][] = [
    [
      mark('Bold', IconBold, 'bold'),
      mark('Italic', IconItalic, 'italic'),
      mark('Underline', IconUnderline, 'underline'),
      mark('Strikethrough', IconStrikethrough, 'strike'),
      mark('Code', IconCode, 'code'),
      {
        ...{ label: 'Clear formatting', icon: IconClearFormatting },
        run: () => chain().unsetAllMarks().run(),
      },
    ],
    [heading(2, IconH2), heading(3, IconH3), heading(4, IconH4)],
    [
      {
        ...{ label: 'Bullet list', icon: IconList, isActive: state.active.split(' ').includes('bulletList') },
        run: () => chain().toggleBulletList().run(),
      },
      {
        ...{
          label: 'Ordered list',
          icon: IconListNumbers,
          isActive: state.active.split(' ').includes('orderedList'),
        },
        run: () => chain().toggleOrderedList().run(),
      },
      {
        ...{
          label: 'Blockquote',
          icon: IconBlockquote,
          isActive: state.active.split(' ').includes('blockquote'),
        },
        run: () => chain().toggleBlockquote().run(),
      },
      {
        ...{
          label: 'Code block',
          icon: IconSourceCode,
          isActive: state.active.split(' ').includes('codeBlock'),
        },
        run: () => chain().toggleCodeBlock().run(),
      },
    ],
    [
      { label: 'Link', icon: IconLink, run: onLink, isActive: state.active.split(' ').includes('link') },
      ...added('Picture', IconPhoto, 'picture'),
      ...added('Table', IconTable, 'table'),
    ],
    [
      { label: 'Undo', icon: IconArrowBackUp, isOff: !state.canUndo, run: () => chain().undo().run() },
      { label: 'Redo', icon: IconArrowForwardUp, isOff: !state.canRedo, run: () => chain().redo().run() },
    ],
  ];
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
            <Tool key={label} {...{ label, icon, isActive, isOff }} {...stop(label)} onClick={run} />
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

const watched = [
  ...['bold', 'italic', 'underline', 'strike', 'code', 'link'],
  ...['bulletList', 'orderedList', 'blockquote', 'codeBlock'],
];

function useToolState(editor: Editor) {
  return useEditorState({
    editor,
    selector: ({ editor: shown }) => ({
      active: [
        ...watched.filter((name) => shown.isActive(name)),
        ...[2, 3, 4].filter((level) => shown.isActive('heading', { level })).map((level) => `h${level}`),
      ].join(' '),
      canUndo: shown.can().undo(),
      canRedo: shown.can().redo(),
    }),
  });
}
