import type { MediaItemView } from '../../../../src/shared/media.ts';
import { formatSizeOrDimensions } from '../../library/file-labels.ts';
import { altTextLabel } from '../../library/media-picker.tsx';
import { MediaPicture } from '../../library/media-picture.tsx';
import { CardDetail, type CommonCardParts, CardTime, RecordCard } from '../../list/record-card.tsx';
import classes from './media.module.css';

/** The card of a picture or file in the library. */
export function MediaCard({ item, ...acts }: { item: MediaItemView } & CommonCardParts) {
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
          <span>{[type.toUpperCase(), formatSizeOrDimensions(item)].filter(Boolean).join(' · ')}</span>
          <CardTime iso={created_at} />
        </>
      }
      detail={
        !item.file && (
          <CardDetail>
            <span className={alt === null ? classes.unsaid : undefined}>{altTextLabel(alt)}</span>
          </CardDetail>
        )
      }
    />
  );
}
