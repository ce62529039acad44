// The panel and the site load this file. Importing Zod here would make their downloads larger.

import { column } from '../columns.ts';
import type {
  Block,
  BlockDefinition,
  CaptionedPicture,
  ColumnValue,
  GalleryColumn,
  ItemsColumn,
  MediaColumn,
  OptionalTextColumn,
} from '../column-types.ts';
import type { MediaFacts } from '../media.ts';

const heading = column.optionalText('Heading', 120);
const intro = column.optionalText('Introduction', 400);
const button_label = column.optionalText('Button', 60);
const button_url = column.optionalText('Button leads to', 500, { format: 'address' });

/** Stored pages contain the names of kinds and fields. To change or remove one needs a migration. */
export const blockKinds = {
  text: {
    label: 'Text',
    group: 'Words',
    title: 'heading',
    fields: { heading, body: column.story('Text', 60_000) },
  },
  split: {
    label: 'Picture beside text',
    group: 'Words',
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
    group: 'Words',
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
    group: 'Offer',
    title: 'heading',
    fields: {
      heading,
      intro,
      look: column.choice('Shown as', ['List', 'Packages']),
      entries: column.items('Prices', 'price', 60, {
        title: column.line('What', 120),
        body: column.optionalText('Included', 600),
        price: column.optionalText('Price', 40),
        per: column.optionalText('Per', 40),
        is_marked: column.tick('Recommended'),
        mark: column.optionalText('Label instead of “Recommended”', 40),
      }),
      hint: column.optionalText('Below the prices', 400),
    },
  },
  cards: {
    label: 'Cards',
    group: 'Offer',
    title: 'heading',
    fields: {
      heading,
      intro,
      entries: column.items('Cards', 'card', 12, {
        title: column.line('Title', 80),
        body: column.optionalText('Text', 400),
        picture: column.media('Picture'),
        url: column.optionalText('Leads to', 500, { format: 'address' }),
      }),
    },
  },
  figures: {
    label: 'Figures',
    group: 'Offer',
    title: 'heading',
    fields: { heading, figures: column.figures('Figures', 4) },
  },
  gallery: {
    label: 'Pictures',
    group: 'Pictures and people',
    title: 'heading',
    fields: {
      heading,
      look: column.choice('Pictures are', ['Cropped', 'Whole']),
      pictures: column.gallery('Pictures', 24),
    },
  },
  testimonial: {
    label: 'Quotation',
    group: 'Pictures and people',
    title: 'heading',
    fields: { heading, testimonial: column.reference('Testimonial', 'testimonials') },
  },
  projects: {
    label: 'Projects',
    group: 'Pictures and people',
    title: 'heading',
    fields: {
      heading,
      projects: column.references('Projects', 'portfolio', 6),
      button_label: column.optionalText('Link to all projects', 60),
    },
  },
  people: {
    label: 'People',
    group: 'Pictures and people',
    title: 'heading',
    fields: { heading, people: column.references('People', 'team', 12) },
  },
  action: {
    label: 'Call to action',
    group: 'Contact',
    title: 'heading',
    fields: {
      heading: column.line('Heading', 120),
      intro,
      look: column.choice('Background', ['Sunk', 'Deep']),
      button_label,
      button_url,
      has_contact: column.tick('Phone and opening hours'),
    },
  },
  form: {
    label: 'Form',
    group: 'Contact',
    title: 'heading',
    fields: {
      heading,
      intro,
      fields: column.items('Fields beside name, e-mail and phone', 'field', 12, {
        label: column.line('Label', 80),
        type: column.choice('Takes', ['Line', 'Text', 'E-mail', 'Phone', 'Choice', 'Tick', 'Date', 'File']),
        choices: column.optionalText('Choices, each on its own line', 1000),
        hint: column.optionalText('Help', 200),
        is_required: column.tick('Required'),
      }),
      button: column.optionalText('Button', 60),
      sent: column.optionalText('Message after sending', 300),
      next: column.optionalText('What happens next', 600),
    },
  },
} as const satisfies Record<string, BlockDefinition>;

export type BlockName = keyof typeof blockKinds;

/** The label of a block's kind and its title. The stored name of a kind that this version lacks. */
export function describeBlock(block: Block): string {
  const kind = (blockKinds as Readonly<Record<string, BlockDefinition>>)[block.kind];
  return [kind?.label ?? block.kind, kind && block[kind.title]].filter(Boolean).join(': ');
}

/**
 * The value of a field in responses to visitors. A picture of the library is its address, size and texts. A row is only
 * its id: the row itself is beside the blocks.
 */
type Shown<F> =
  F extends ItemsColumn<infer C>
    ? ShownFields<C>[]
    : F extends MediaColumn
      ? MediaFacts | null
      : F extends GalleryColumn
        ? (MediaFacts & Pick<CaptionedPicture, 'caption'>)[]
        : F extends OptionalTextColumn
          ? string
          : ColumnValue<F>;
type ShownFields<C> = { [N in keyof C]: Shown<C[N]> };
export type ShownBlock<K extends BlockName = BlockName> = K extends BlockName
  ? { key: string; kind: K } & ShownFields<(typeof blockKinds)[K]['fields']>
  : never;
