import './portrait.css';
import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { StoredPicture } from './stored-picture.tsx';

export type Member = ApiOutputs['team']['published']['team'][number];

interface PortraitProps {
  member: Pick<Member, 'name' | 'image' | 'picture' | 'photo'>;
  sizes: string;
  isFirst?: boolean;
}

/**
 * The portrait of a team member: `photo` if there is one, otherwise `image`, otherwise the initials of the
 * name.
 */
export function Portrait({ member: { name, image, picture, photo }, sizes, isFirst }: PortraitProps) {
  const { texts, region } = useSiteSettings();
  const path = photo?.path ?? image;
  if (!path) {
    return (
      <div className="portrait monogram" aria-hidden="true">
        <span>{initialsOf(name, region.language)}</span>
      </div>
    );
  }
  return (
    <div className="portrait">
      <StoredPicture
        path={path}
        picture={photo ?? picture}
        alt={texts.pictures.portraitOf(name)}
        width={800}
        height={800}
        sizes={sizes}
        ratios={[4 / 5]}
        {...(isFirst && { isFirst })}
      />
    </div>
  );
}

/** Returns the first letters of the first and the last word of a name. */
function initialsOf(name: string, language: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? [];
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return ends.map((word) => /^.\p{M}*/u.exec(word)?.[0].toLocaleUpperCase(language)).join('');
}
