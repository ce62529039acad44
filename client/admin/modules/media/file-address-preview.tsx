import type { MediaItemView } from '../../../../src/shared/media.ts';
import { MediaPicture } from '../../library/media-picture.tsx';
import classes from './media.module.css';

/** The preview of a file of the library, and the address at which people can open the file. */
export function FileFacts({ item }: { item: MediaItemView }) {
  return (
    <div className={classes.section}>
      <div className={classes.fileSign}>
        <MediaPicture item={item} alt="" sizes="12rem" />
      </div>
      {item.file && (
        <>
          <a href={item.file.url} target="_blank" rel="noreferrer" className={classes.address}>
            {new URL(item.file.url, location.href).href}
          </a>
          <p className={classes.quiet}>
            Links to this address stay valid when the file is replaced. Only people who know it can open it.
          </p>
        </>
      )}
    </div>
  );
}
