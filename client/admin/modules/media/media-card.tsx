import type { MediaItemView } from '../../../../src/shared/media.ts';
import { measuresOf } from '../../library/file-labels.ts';
import { altLine } from '../../library/media-picker.tsx';
import { MediaPicture } from '../../library/media-picture.tsx';
import { CardDetail, type CardFrame, CardTime, RecordCard } from '../../list/record-card.tsx';
import classes from './media.module.css';

/** The card of a picture or file in the library. */
export function MediaCard({ item, ...acts }: { item: MediaItemView } & CardFrame) {
  const { name, alt, type, created_at } = item;
  return (
    <RecordCard
      {...acts}
      title={name}
      picture={
        <span className={classes.frame}>
          <MediaPicture item={item} alt="" sizes="(min-width: 48rem) 20rem, 100vw" />
        </span>
      }
      facts={
        <>
          <span>{[type.toUpperCase(), measuresOf(item)].filter(Boolean).join(' · ')}</span>
          <CardTime iso={created_at} />
        </>
      }
      detail={
        !item.file && (
          <CardDetail>
            <span className={alt === null ? classes.unsaid : undefined}>{altLine(alt)}</span>
          </CardDetail>
        )
      }
    />
  );
}
