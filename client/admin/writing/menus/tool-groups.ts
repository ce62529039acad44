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
import IconLink from 'icon:link';
import IconList from 'icon:list';
import IconListNumbers from 'icon:list-numbers';
import IconPhoto from 'icon:photo';
import IconSourceCode from 'icon:source-code';
import IconStrikethrough from 'icon:strikethrough';
import IconTable from 'icon:table';
import IconUnderline from 'icon:underline';
import { type Editor, useEditorState } from '@tiptap/react';
import type { Icon } from '../../../shared/icon.tsx';
import { type BlockCommand, findCommands } from '../commands.ts';

interface ToolItem {
  label: string;
  icon: Icon;
  run: () => void;
  isActive?: boolean;
  isOff?: boolean;
}

interface ToolGroupsOptions {
  editor: Editor;
  hasPictures: boolean;
  onCommand: (command: BlockCommand) => void;
  onLink: () => void;
}

export function useToolGroups({ editor, hasPictures, onCommand, onLink }: ToolGroupsOptions): ToolItem[][] {
  const state = useToolState(editor);
  // The library's `focus` waits for a frame, and keys of before it would go elsewhere.
  const chain = () => {
    editor.view.focus();
    return editor.chain();
  };
  const isActive = (name: string) => state.active.split(' ').includes(name);
  const mark = (label: string, icon: Icon, name: string): ToolItem => ({
    label,
    icon,
    isActive: isActive(name),
    run: () => chain().toggleMark(name).run(),
  });
  const heading = (level: 2 | 3 | 4, icon: Icon): ToolItem => ({
    label: `Heading ${level}`,
    icon,
    isActive: isActive(`h${level}`),
    run: () => chain().toggleHeading({ level }).run(),
  });
  const block = (id: string) => findCommands('', hasPictures).find((command) => command.id === id);
  const added = (label: string, icon: Icon, id: string): ToolItem[] => {
    const command = block(id);
    return command ? [{ label, icon, run: () => onCommand(command) }] : [];
  };
  return [
    [
      mark('Bold', IconBold, 'bold'),
      mark('Italic', IconItalic, 'italic'),
      mark('Underline', IconUnderline, 'underline'),
      mark('Strikethrough', IconStrikethrough, 'strike'),
      mark('Code', IconCode, 'code'),
      {
        label: 'Clear formatting',
        icon: IconClearFormatting,
        run: () => chain().unsetAllMarks().run(),
      },
    ],
    [heading(2, IconH2), heading(3, IconH3), heading(4, IconH4)],
    [
      {
        label: 'Bullet list',
        icon: IconList,
        isActive: isActive('bulletList'),
        run: () => chain().toggleBulletList().run(),
      },
      {
        label: 'Ordered list',
        icon: IconListNumbers,
        isActive: isActive('orderedList'),
        run: () => chain().toggleOrderedList().run(),
      },
      {
        label: 'Blockquote',
        icon: IconBlockquote,
        isActive: isActive('blockquote'),
        run: () => chain().toggleBlockquote().run(),
      },
      {
        label: 'Code block',
        icon: IconSourceCode,
        isActive: isActive('codeBlock'),
        run: () => chain().toggleCodeBlock().run(),
      },
    ],
    [
      { label: 'Link', icon: IconLink, run: onLink, isActive: isActive('link') },
      ...added('Picture', IconPhoto, 'picture'),
      ...added('Table', IconTable, 'table'),
    ],
    [
      { label: 'Undo', icon: IconArrowBackUp, isOff: !state.canUndo, run: () => chain().undo().run() },
      { label: 'Redo', icon: IconArrowForwardUp, isOff: !state.canRedo, run: () => chain().redo().run() },
    ],
  ];
}

const watched = [
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'link',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
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
