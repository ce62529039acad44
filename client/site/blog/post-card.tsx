import { dateOf } from '../../../src/shared/post-date.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useSite } from '../app/site-context.ts';
import { StoredPicture } from '../components/responsive-image.tsx';
import { languageOf } from '../components/row-language.ts';

type PostSummary = ApiOutputs['blog']['published']['posts'][number];

/** A post in the list. The whole card is a link. */
export function PostCard({ post, isFirst = false }: { post: PostSummary; isFirst?: boolean }) {
  const { formats } = useSite();
  const { lang, dir } = languageOf(post);
  return (
    <li className="post-card whole-link" dir={dir}>
      <StoredPicture
        path={post.featured_image}
        picture={post.picture}
        sizes="(min-width: 93rem) 27rem, (min-width: 68rem) 29vw, (min-width: 44rem) 44vw, 88vw"
        isFirst={isFirst}
        name={`post-${post.id}`}
      />
      <p className="note">
        {post.category} · <time dateTime={dateOf(post)}>{formats.day(dateOf(post))}</time>
      </p>
      <h3 lang={lang}>
        <a href={post.path}>{post.title}</a>
      </h3>
      <p className="post-card-excerpt" lang={lang}>
        {post.excerpt}
      </p>
    </li>
  );
}
