import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import type { PictureView } from '../../../src/shared/picture-view.ts';
import classes from './components.module.css';

interface PortraitProps {
  /** The path of the picture, relative to the site root. */
  path: string | null;
  picture: PictureView | null | undefined;
}

/** The small portrait on a card, or an icon when there is none. */
export function Portrait({ path, picture }: PortraitProps) {
  const [isBroken, setBroken] = useState(false);
  if (!path || isBroken) {
    return (
      <div className={`${classes.portrait} ${classes.nobody}`}>
        <IconUser size={24} stroke={1.3} aria-hidden="true" />
      </div>
    );
  }
  return (
    <img
      className={classes.portrait}
      src={`/${path}`}
      srcSet={picture?.sources[1]?.srcset}
      sizes="6rem"
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
