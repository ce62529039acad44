import type { ComponentType } from 'react';
import type { BlockName, ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { useSiteSettings } from '../app/site-context.ts';
import type { languageAttributes } from '../components/language-attributes.ts';
import { StoredPicture } from '../components/stored-picture.tsx';
import { PhoneLink } from '../components/phone-link.tsx';
import comparisonStyles from '../components/before-after.css?url';
import quotationStyles from '../components/quotation.css?url';
import viewerStyles from '../components/gallery-viewer.css?url';
import { GalleryViewer } from '../components/gallery-viewer.tsx';
import styles from './blocks.css?url';
import priceStyles from './price-blocks.css?url';
import { formStyles } from '../forms/site-form.tsx';
import { BlockButton, BlockHeading, BlockOpening, BlockProse } from './block-parts.tsx';
import type { BlockRecords } from './block-records.ts';
import { FormBlock } from './form-block.tsx';
import { CardsBlock, FiguresBlock, GalleryBlock } from './grid-blocks.tsx';
import { PeopleBlock, ProjectsBlock, TestimonialBlock } from './record-blocks.tsx';

type BlockProps<K extends BlockName> = ComponentType<{
  block: ShownBlock<K>;
  rows: BlockRecords;
  pageId: number;
}>;

/** The component of each kind of block. */
const components: { [K in BlockName]: BlockProps<K> } = {
  text: TextBlock,
  split: SplitBlock,
  faq: FaqBlock,
  cards: CardsBlock,
  prices: PricesBlock,
  figures: FiguresBlock,
  gallery: GalleryBlock,
  testimonial: TestimonialBlock,
  projects: ProjectsBlock,
  people: PeopleBlock,
  form: FormBlock,
  action: ActionBlock,
};

interface BlocksProps {
  blocks: readonly ShownBlock[];
  rows: BlockRecords;
  pageId: number;
  /** The language and direction of the blocks, if they differ from those of the page. */
  language?: ReturnType<typeof languageAttributes>;
}

/** The blocks of a page, each in its own section. Blocks without content are left out. */
export function Blocks({ blocks, rows, pageId, language }: BlocksProps) {
  const shown = blocks.filter(isFilled);
  const sections = shown.map((block) => {
    // The kind determines the component, so the cast is safe.
    const Block = components[block.kind] as BlockProps<BlockName>;
    const look = block.kind === 'action' ? ` block-${block.look.toLowerCase()}` : '';
    return (
      <section
        key={block.key}
        id={block.key}
        className={`block block-${block.kind}${look}`}
        lang={language?.lang}
        dir={language?.dir}
        aria-labelledby={block.heading ? `${block.key}-title` : undefined}
      >
        <Block block={block} rows={rows} pageId={pageId} />
      </section>
    );
  });
  return (
    <>
      {sections}
      {shown.some(({ kind }) => kind === 'gallery') && <GalleryViewer />}
    </>
  );
}

/** Returns the addresses of the style sheets that the blocks need. */
export function stylesOfBlocks(blocks: readonly { kind: string }[]): string[] {
  const has = (name: string) => blocks.some(({ kind }) => kind === name);
  return [
    ...(has('testimonial') ? [quotationStyles] : []),
    ...(has('form') ? [formStyles] : []),
    ...(has('gallery') ? [viewerStyles] : []),
    ...(has('figures') ? [comparisonStyles] : []),
    ...(has('prices') ? [priceStyles] : []),
    ...(blocks.length > 0 ? [styles] : []),
  ];
}

/** Returns whether a block has content. A block without content would only be a gap in the page. */
function isFilled({ key: _, kind, ...fields }: ShownBlock): boolean {
  if (kind === 'form') return true;
  const { side, look, ...words } = fields as Record<string, unknown>;
  // A block with an empty list has no content, even if it has a heading, because nothing would follow the heading.
  const list = ['entries', 'figures', 'pictures', 'projects', 'people'].find((name) => name in words);
  if (list) return (words[list] as unknown[]).length > 0;
  if ('testimonial' in words) return words.testimonial !== null;
  return Object.values(words).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
}

function TextBlock({ block }: { block: ShownBlock<'text'> }) {
  return (
    <div className="hall block-grid">
      <BlockHeading block={block} />
      <BlockProse html={block.body} />
    </div>
  );
}

function SplitBlock({ block }: { block: ShownBlock<'split'> }) {
  const { picture, side } = block;
  return (
    <div className={side === 'Right' ? 'hall split split-right' : 'hall split'}>
      {picture && (
        <div className="split-picture">
          <StoredPicture path={picture.path} picture={picture} sizes="(min-width: 60rem) 50vw, 100vw" />
        </div>
      )}
      <div className="split-words">
        <BlockHeading block={block} />
        <BlockProse html={block.body} />
        <BlockButton {...block} />
      </div>
    </div>
  );
}

function FaqBlock({ block }: { block: ShownBlock<'faq'> }) {
  return (
    <div className="hall block-grid">
      <BlockHeading block={block} />
      <div>
        {block.entries.map(({ question, answer }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key of their own
          <details key={at}>
            <summary>{question}</summary>
            <BlockProse html={answer} />
          </details>
        ))}
      </div>
    </div>
  );
}

function PricesBlock({ block }: { block: ShownBlock<'prices'> }) {
  const { look, entries, hint } = block;
  const { recommended } = useSiteSettings().texts.blocks;
  if (look === 'Packages') {
    return (
      <div className="hall block-stack">
        <BlockOpening block={block} />
        <ul className="block-row">
          {entries.map(({ title, body, price, per, is_marked, mark }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key of their own
            <li key={at} className={is_marked ? 'package package-marked' : 'package'}>
              {is_marked && <p className="price-mark">{mark || recommended}</p>}
              <h3>{title}</h3>
              {price && (
                <p className="package-price">
                  {price} <PriceUnit per={per} />
                </p>
              )}
              {body && <p className="block-lines">{body}</p>}
            </li>
          ))}
        </ul>
        {hint && <p className="note">{hint}</p>}
      </div>
    );
  }
  return (
    <div className="hall block-grid">
      <BlockOpening block={block} />
      <div>
        <dl className="price-list">
          {entries.map(({ title, body, price, per, is_marked, mark }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key of their own
            <div key={at} className={is_marked ? 'price price-marked' : 'price'}>
              <dt>
                {is_marked && <span className="price-mark">{mark || recommended}</span>}
                {title}
              </dt>
              <dd className="price-amount">
                {price} <PriceUnit per={per} />
              </dd>
              {body && <dd className="price-body">{body}</dd>}
            </div>
          ))}
        </dl>
        {hint && <p className="note">{hint}</p>}
      </div>
    </div>
  );
}

function PriceUnit({ per }: { per: string }) {
  const { blocks } = useSiteSettings().texts;
  return per ? <span className="note">{blocks.per(per)}</span> : null;
}

function ActionBlock({ block }: { block: ShownBlock<'action'> }) {
  const { company } = useSiteSettings();
  const hours = company.opening_hours.filter(Boolean);
  return (
    <div className="hall action">
      <BlockOpening block={block} />
      <div className="action-ways">
        <BlockButton {...block} />
        {block.has_contact && company.phone && (
          <p>
            <PhoneLink />
          </p>
        )}
        {block.has_contact && hours.length > 0 && <p className="note block-lines">{hours.join('\n')}</p>}
      </div>
    </div>
  );
}
