import IconArrowRight from 'icon:arrow-right';
import type { ComponentType } from 'react';
import type { BlockName, ShownBlock } from '../../../src/shared/blocks/kinds.ts';
import { StoredPicture } from '../components/responsive-image.tsx';

type BlockProps<K extends BlockName> = ComponentType<{ block: ShownBlock<K> }>;

/** The component of each kind. */
const components: { [K in BlockName]: BlockProps<K> } = {
  text: TextBlock,
  split: SplitBlock,
  faq: FaqBlock,
  prices: PricesBlock,
  action: ActionBlock,
};

/** The blocks of a page, below each other. */
export function Blocks({ blocks }: { blocks: readonly ShownBlock[] }) {
  return blocks.filter(isFilled).map((block) => {
    // The kind decides the component, so the cast is safe.
    const Block = components[block.kind] as BlockProps<BlockName>;
    const look = block.kind === 'action' ? ` block-${block.look.toLowerCase()}` : '';
    return (
      <section
        key={block.key}
        id={block.key}
        className={`block block-${block.kind}${look}`}
        aria-labelledby={block.heading ? `${block.key}-title` : undefined}
      >
        <Block block={block} />
      </section>
    );
  });
}

/** A block that nobody has filled would be an empty space. */
function isFilled({ key: _, kind: __, ...fields }: ShownBlock): boolean {
  const { side, look, ...words } = fields as Record<string, unknown>;
  return Object.values(words).some((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)));
}

function Heading({ block: { key, heading } }: { block: Pick<ShownBlock, 'key' | 'heading'> }) {
  return heading ? <h2 id={`${key}-title`}>{heading}</h2> : null;
}

function Prose({ html }: { html: string }) {
  if (!html) return null;
  // The server has reduced the HTML to an allow-list when it stored the page.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a block's text is sanitised HTML
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

function Button({ button_label, button_url }: Record<'button_label' | 'button_url', string>) {
  if (!button_label || !button_url) return null;
  return (
    <a className="button" href={button_url}>
      {button_label}
      <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
    </a>
  );
}

function TextBlock({ block }: { block: ShownBlock<'text'> }) {
  return (
    <div className="hall block-grid">
      <Heading block={block} />
      <Prose html={block.body} />
    </div>
  );
}

function SplitBlock({ block }: { block: ShownBlock<'split'> }) {
  const { picture, side } = block;
  return (
    <div className={side === 'Right' ? 'hall split split-right' : 'hall split'}>
      {picture && (
        <div className="split-picture">
          <StoredPicture
            path={picture.path}
            picture={picture}
            focal={picture.focal}
            sizes="(min-width: 60rem) 50vw, 100vw"
          />
        </div>
      )}
      <div className="split-words">
        <Heading block={block} />
        <Prose html={block.body} />
        <Button {...block} />
      </div>
    </div>
  );
}

function FaqBlock({ block }: { block: ShownBlock<'faq'> }) {
  return (
    <div className="hall block-grid">
      <Heading block={block} />
      <div>
        {block.entries.map(({ question, answer }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
          <details key={at}>
            <summary>{question}</summary>
            <Prose html={answer} />
          </details>
        ))}
      </div>
    </div>
  );
}

function PricesBlock({ block }: { block: ShownBlock<'prices'> }) {
  const { intro, entries, hint } = block;
  return (
    <div className="hall block-grid">
      <div>
        <Heading block={block} />
        {intro && <p className="lead">{intro}</p>}
      </div>
      <div>
        <dl>
          {entries.map(({ title, body, price, per, is_marked }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other name
            <div key={at} className={is_marked ? 'price price-marked' : 'price'}>
              <dt>{title}</dt>
              <dd className="price-amount">
                {price} {per && <span className="note">{per}</span>}
              </dd>
              {body && <dd className="note">{body}</dd>}
            </div>
          ))}
        </dl>
        {hint && <p className="note">{hint}</p>}
      </div>
    </div>
  );
}

function ActionBlock({ block }: { block: ShownBlock<'action'> }) {
  return (
    <div className="hall action">
      <div>
        <Heading block={block} />
        {block.intro && <p className="lead">{block.intro}</p>}
      </div>
      <Button {...block} />
    </div>
  );
}
