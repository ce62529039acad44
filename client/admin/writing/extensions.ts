import type { Extensions } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import StarterKit from '@tiptap/starter-kit';
import { toStoredLink } from '../../../src/shared/writing/links-and-embeds.ts';
import { CallToAction, AttributedQuote, Callout, Caption, Embed } from './nodes/blocks.ts';
import { Gallery, Image, Picture } from './nodes/pictures.ts';
import { Code, Document, Item, Places, Subscript, Superscript, TextDirection } from './nodes/standard.ts';
import { Table, TableCell, TableHeader, TableRow } from './nodes/tables.ts';
import { Paste, type PasteOptions } from './paste/paste.ts';

export function extensionsFor(options: PasteOptions): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      document: false,
      code: false,
      link: false,
      listItem: false,
    }),
    Link.configure({
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => toStoredLink(address) !== undefined,
    }),
    ...[Document, Item, Code, Subscript, Superscript, TextDirection, Places],
    ...[Table, TableRow, TableHeader, TableCell],
    ...[AttributedQuote, Callout, CallToAction, Embed, Caption],
    ...[Image.configure({ uploads: options.uploads }), Picture, Gallery],
    Paste.configure(options),
  ];
}
