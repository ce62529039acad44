// Panel and site build on this declaration, so this file imports no validator.

import {
  type Block,
  type BlockKind,
  column,
  type ItemsColumn,
  type MediaColumn,
  type NoteColumn,
  type Value,
} from '../columns.ts';
import type { MediaFacts } from '../media.ts';

const heading = column.note('Heading', 120);
const intro = column.note('Introduction', 400);
const button_label = column.note('Button', 60);
const button_url = column.note('Button leads to', 500, { format: 'address' });

/** The kinds of blocks. Stored pages name them and their fields, so a name is never changed or removed without a migration. */
export const blockKinds = {
  text: {
    label: 'Text',
    title: 'heading',
    fields: { heading, body: column.story('Text', 60_000) },
  },
  split: {
    label: 'Picture beside text',
    title: 'heading',
    fields: {
      heading,
      body: column.story('Text', 10_000),
      picture: column.media('Picture'),
      side: column.choice('Side of the picture', ['Left', 'Right']),
      button_label,
      button_url,
    },
  },
  faq: {
    label: 'Questions and answers',
    title: 'heading',
    fields: {
      heading,
      entries: column.items('Questions', 'question', 40, {
        question: column.line('Question', 200),
        answer: column.html('Answer', 5000),
      }),
    },
  },
  prices: {
    label: 'Prices',
    title: 'heading',
    fields: {
      heading,
      intro,
      entries: column.items('Prices', 'price', 60, {
        title: column.line('What', 120),
        body: column.note('Included', 600),
        price: column.note('Price', 40),
        per: column.note('Per', 40),
        is_marked: column.tick('Recommended'),
      }),
      hint: column.note('Below the prices', 400),
    },
  },
  action: {
    label: 'Call to action',
    title: 'heading',
    fields: {
      heading: column.line('Heading', 120),
      intro,
      look: column.choice('Background', ['Sunk', 'Deep']),
      button_label,
      button_url,
    },
  },
} as const satisfies Record<string, BlockKind>;

export type BlockName = keyof typeof blockKinds;

/** Returns a block as one line: its kind and its title. */
export function lineOfBlock(block: Block): string {
  const kind = (blockKinds as Readonly<Record<string, BlockKind>>)[block.kind];
  return [kind?.label ?? block.kind, kind && block[kind.title]].filter(Boolean).join(': ');
}

/** A field as visitors see it: a picture of the library with its facts. */
type Shown<F> =
  F extends ItemsColumn<infer C>
    ? ShownFields<C>[]
    : F extends MediaColumn
      ? MediaFacts | null
      : F extends NoteColumn
        ? string
        : Value<F>;
type ShownFields<C> = { [N in keyof C]: Shown<C[N]> };
/** A block as visitors see it. */
export type ShownBlock<K extends BlockName = BlockName> = K extends BlockName
  ? { key: string; kind: K } & ShownFields<(typeof blockKinds)[K]['fields']>
  : never;
