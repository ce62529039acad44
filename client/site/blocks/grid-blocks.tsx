import type { ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { BeforeAfter } from '../components/before-after.tsx';
import { StoredPicture } from '../components/stored-picture.tsx';
import { BlockHeading, BlockOpening } from './block-parts.tsx';

const perRow = '(min-width: 93rem) 27rem, (min-width: 60rem) 29vw, (min-width: 40rem) 44vw, 88vw';

export function CardsBlock({ block }: { block: ShownBlock<'cards'> }) {
  const { entries } = block;
  // If there are no pictures, the cards are numbered in the same way as the highlights of the home page.
  const hasPictures = entries.some(({ picture }) => picture);
  return (
    <div className="hall block-stack">
      <BlockOpening block={block} />
      <ol className="block-row" data-count={entries.length}>
        {entries.map(({ title, body, picture, url }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key of their own
          <li key={at} className={url ? 'block-card whole-link' : 'block-card'}>
            {picture && <StoredPicture path={picture.path} picture={picture} sizes={perRow} />}
            {!hasPictures && (
              <span className="block-number" aria-hidden="true">
                {at + 1}
              </span>
            )}
            <h3>{url ? <a href={url}>{title}</a> : title}</h3>
            {body && <p className="block-lines">{body}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

export function FiguresBlock({ block }: { block: ShownBlock<'figures'> }) {
  return (
    <div className="hall block-stack">
      <BlockHeading block={block} />
      <ul className="figure-list">
        {block.figures.map((figure) => {
          const { number, unit, meaning } = figure;
          return (
            <li key={`${number} ${unit} ${meaning}`}>
              <p className="block-figure">
                {number.replace(/^-/, '\u2212')} {unit && <span>{unit}</span>}
              </p>
              {meaning && <p>{meaning}</p>}
              <BeforeAfter figure={figure} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export function GalleryBlock({ block }: { block: ShownBlock<'gallery'> }) {
  const { look, pictures } = block;
  const { viewer } = useSiteSettings().texts.gallery;
  return (
    <div className="hall block-stack">
      <BlockHeading block={block} />
      <div
        className={look === 'Whole' ? 'block-row block-pictures block-whole' : 'block-row block-pictures'}
        data-count={pictures.length}
      >
        {pictures.map((picture) => (
          <figure key={picture.id}>
            <a href={`/${picture.path}`} data-title={picture.caption} data-note={picture.credit}>
              <StoredPicture
                path={picture.path}
                picture={{ ...picture, alt: picture.alt || picture.caption || viewer }}
                sizes={perRow}
              />
            </a>
            {(picture.caption || picture.credit) && (
              <figcaption className="note" dir="auto">
                {[picture.caption, picture.credit].filter(Boolean).join(' · ')}
              </figcaption>
            )}
          </figure>
        ))}
      </div>
    </div>
  );
}
