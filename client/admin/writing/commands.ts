import { foldText } from '../../../src/shared/fold-text.ts';
import IconBlockquote from 'icon:blockquote';
import IconBrandYoutube from 'icon:brand-youtube';
import IconBulb from 'icon:bulb';
import IconClick from 'icon:click';
import IconCode from 'icon:code';
import IconH2 from 'icon:h-2';
import IconH3 from 'icon:h-3';
import IconH4 from 'icon:h-4';
import IconLayoutGrid from 'icon:layout-grid';
import IconList from 'icon:list';
import IconListNumbers from 'icon:list-numbers';
import IconMinus from 'icon:minus';
import IconPhoto from 'icon:photo';
import IconPhotoSearch from 'icon:photo-search';
import IconPilcrow from 'icon:pilcrow';
import IconQuote from 'icon:quote';
import IconTable from 'icon:table';
import type { Editor, JSONContent } from '@tiptap/react';
import type { Icon } from '../../shared/icon.tsx';
import { insertAndEnter } from './insert-and-enter.ts';

type BlockPickerName = 'files' | 'gallery files' | 'library' | 'video' | 'action';

/** An entry of the slash menu and of the toolbar's `+` menu. */
export interface BlockCommand {
  id: string;
  label: string;
  hint: string;
  /** Synonyms of the label for the slash menu, separated by spaces. */
  words: string;
  icon: Icon;
  run?: (editor: Editor) => void;
  opens?: BlockPickerName;
  isPicture?: true;
}

const paragraph: JSONContent = { type: 'paragraph' };
const cells = (type: string, count: number): JSONContent[] =>
  Array.from({ length: count }, () => ({ type, content: [paragraph] }));
const table: JSONContent = {
  type: 'table',
  content: [
    { type: 'tableRow', content: cells('tableHeader', 3) },
    { type: 'tableRow', content: cells('tableCell', 3) },
    { type: 'tableRow', content: cells('tableCell', 3) },
  ],
};

const blockCommands: readonly BlockCommand[] = [
  {
    id: 'picture',
    label: 'Picture',
    hint: 'Upload from this computer',
    icon: IconPhoto,
    words: 'image photo upload',
    opens: 'files',
    isPicture: true,
  },
  {
    id: 'library',
    label: 'Picture from the library',
    hint: 'Already uploaded',
    icon: IconPhotoSearch,
    words: 'image photo media',
    opens: 'library',
    isPicture: true,
  },
  {
    id: 'gallery',
    label: 'Gallery',
    hint: 'Two to nine pictures',
    icon: IconLayoutGrid,
    words: 'images photos grid',
    opens: 'gallery files',
    isPicture: true,
  },
  {
    id: 'heading-2',
    label: 'Heading 2',
    hint: '## and a space',
    words: 'title section',
    icon: IconH2,
    run: (editor) => editor.chain().focus().setHeading({ level: 2 }).run(),
  },
  {
    id: 'heading-3',
    label: 'Heading 3',
    hint: '### and a space',
    words: 'title',
    icon: IconH3,
    run: (editor) => editor.chain().focus().setHeading({ level: 3 }).run(),
  },
  {
    id: 'heading-4',
    label: 'Heading 4',
    hint: '#### and a space',
    words: 'title',
    icon: IconH4,
    run: (editor) => editor.chain().focus().setHeading({ level: 4 }).run(),
  },
  {
    id: 'paragraph',
    label: 'Paragraph',
    hint: 'Plain text',
    words: 'text normal',
    icon: IconPilcrow,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  {
    id: 'bullets',
    label: 'Bullet list',
    hint: '- and a space',
    words: 'unordered',
    icon: IconList,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    label: 'Ordered list',
    hint: '1. and a space',
    words: 'numbered',
    icon: IconListNumbers,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'table',
    label: 'Table',
    hint: 'Three columns',
    words: 'grid rows columns',
    icon: IconTable,
    run: (editor) => insertAndEnter(editor, table),
  },
  {
    id: 'quote',
    label: 'Quote',
    hint: '> and a space',
    words: 'blockquote',
    icon: IconBlockquote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'attributed',
    label: 'Quote with its source',
    hint: 'Who said it',
    words: 'citation',
    icon: IconQuote,
    run: (editor) =>
      insertAndEnter(editor, {
        type: 'attributedQuote',
        content: [{ type: 'blockquote', content: [paragraph] }, { type: 'caption' }],
      }),
  },
  ...(['note', 'tip', 'warning'] as const).map(
    (kind): BlockCommand => ({
      id: kind,
      label: `${kind[0]!.toUpperCase()}${kind.slice(1)}`,
      hint: 'A box beside the text',
      words: 'callout box hint',
      icon: IconBulb,
      run: (editor) => insertAndEnter(editor, { type: 'callout', attrs: { kind }, content: [paragraph] }),
    }),
  ),
  {
    id: 'code',
    label: 'Code block',
    hint: '``` and a space',
    words: 'pre program',
    icon: IconCode,
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'button',
    label: 'Button',
    hint: 'A link that stands out',
    words: 'action link',
    icon: IconClick,
    opens: 'action',
  },
  {
    id: 'video',
    label: 'Video',
    hint: 'YouTube or Vimeo',
    words: 'embed film',
    icon: IconBrandYoutube,
    opens: 'video',
  },
  {
    id: 'rule',
    label: 'Horizontal line',
    hint: '--- on a line',
    words: 'rule divider',
    icon: IconMinus,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** Returns the commands of which each word of the query begins a word of the label or a synonym. */
export function findCommands(query: string, hasPictures: boolean): BlockCommand[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  return blockCommands.filter(({ label, words: more, isPicture }) => {
    const known = foldText(`${label} ${more}`).split(' ');
    return (hasPictures || !isPicture) && words.every((word) => known.some((one) => one.startsWith(word)));
  });
}
