import './post-card.css';
import './tinted-card.css';
import { publicationDateOf } from '../../../src/shared/schedule.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from './choice-name.tsx';
import { StoredPicture } from './stored-picture.tsx';
import { languageAttributes } from './language-attributes.ts';

type PostSummary = ApiOutputs['blog']['published']['posts'][number];

const oneColumn = '(min-width: 93rem) 27rem, (min-width: 68rem) 29vw, (min-width: 44rem) 44vw, 88vw';
const twoColumns = '(min-width: 93rem) 56rem, (min-width: 68rem) 60vw, (min-width: 44rem) 44vw, 88vw';

interface PostCardProps {
  post: PostSummary;
  isFirst?: boolean;
  /** Whether the card spans two columns. */
  isLarge?: boolean;
  /** Whether the post is a row in a list without pictures. */
  isRow: boolean;
  /** Whether all posts of the list have one category, which no card therefore repeats. */
  hidesCategory: boolean;
}

/** A post in a list. The whole card is a link to the post. */
export function PostCard({ post, isFirst = false, isLarge = false, isRow, hidesCategory }: PostCardProps) {
  const { lang, dir } = languageAttributes(post);
  const hasPicture = post.featured_image && !isRow;
  const layout = hasPicture || isRow ? 'post-card whole-link' : 'post-card type-card whole-link';
  return (
    <li className={layout}>
      {hasPicture && (
        <StoredPicture
          path={post.featured_image}
          picture={post.picture}
          sizes={isLarge ? twoColumns : oneColumn}
          isFirst={isFirst}
          name={`post-${post.id}`}
        />
      )}
      <PostNote post={post} hidesCategory={hidesCategory} />
      <h3 lang={lang} dir={dir}>
        <a href={post.path}>{post.title}</a>
      </h3>
      <p className="post-card-excerpt" lang={lang} dir={dir}>
        {post.excerpt}
      </p>
    </li>
  );
}

/** The category of a post and its date. */
export function PostNote({ post, hidesCategory }: Pick<PostCardProps, 'post' | 'hidesCategory'>) {
  const { formats } = useSiteSettings();
  return (
    <p className="note">
      {!hidesCategory && (
        <>
          <ChoiceName list="blog_categories" value={post.category} /> ·{' '}
        </>
      )}
      <time dateTime={publicationDateOf(post)}>{formats.day(publicationDateOf(post))}</time>
    </p>
  );
}
