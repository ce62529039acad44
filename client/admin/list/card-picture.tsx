import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { PictureView } from '../../../src/shared/picture-view.ts';
import classes from './card-picture.module.css';

interface CardPictureProps {
  path: string | null;
  picture?: PictureView | null;
}

/**
 * The picture of a card, or an icon when there is none. `path` is relative to the site root, or a web
 * address.
 */
export function CardPicture({ path, picture }: CardPictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (!path || isBroken) {
    return (
      <div className={classes.nothing}>
        <IconPhoto size={26} stroke={1.2} aria-hidden="true" />
      </div>
    );
  }
  const source = /^https?:/.test(path) ? path : `/${path}`;
  return (
    <picture>
      {picture?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes="(min-width: 48rem) 24rem, 100vw" />
      ))}
      <img
        className={classes.picture}
        src={source}
        alt={picture?.alt ?? ''}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    </picture>
  );
}
