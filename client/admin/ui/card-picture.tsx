import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './card-picture.module.css';

/** The picture of a card, or a quiet sign where there is none. `path` is relative to the site root, or an address. */
export function CardPicture({ path }: { path: string | null }) {
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
    <img className={classes.picture} src={source} alt="" loading="lazy" onError={() => setBroken(true)} />
  );
}
