import type { ApiOutputs } from '../../api/types.ts';
import { useSite } from '../app/site-context.ts';
import { StoredPicture } from './responsive-image.tsx';

type Member = ApiOutputs['team']['published']['team'][number];

interface PortraitProps {
  member: Pick<Member, 'name' | 'image' | 'picture' | 'photo'>;
  sizes: string;
  isFirst?: boolean;
}

/** The photograph of a member, or else the picture. */
export function Portrait({ member: { name, image, picture, photo }, sizes, isFirst }: PortraitProps) {
  const { words } = useSite();
  return (
    <StoredPicture
      path={photo?.path ?? image}
      picture={photo ?? picture}
      alt={words.pictures.portraitOf(name)}
      width={800}
      height={800}
      sizes={sizes}
      {...(isFirst && { isFirst })}
    />
  );
}
