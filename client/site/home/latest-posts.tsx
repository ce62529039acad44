import IconArrowRight from 'icon:arrow-right';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { isCommon } from '../components/full-rows.ts';
import { PostCard, PostNote } from '../components/post-card.tsx';
import { hasFewPictures, StoredPicture } from '../components/stored-picture.tsx';
import { languageAttributes } from '../components/language-attributes.ts';

type Posts = ApiOutputs['blog']['published']['posts'];

/**
 * The newest posts: the first as a large card, and the others as a compact list. If most posts have no
 * picture, all posts are rows.
 */
export function LatestPosts({ posts }: { posts: Posts }) {
  const { latest_heading, latest_link } = useSiteSettings().pages.home;
  const [first, ...others] = posts;
  if (!first) return null;
  const hidesCategory = isCommon(posts, ({ category }) => category);
  return (
    <section className="section latest" aria-labelledby="latest-title">
      <div className="hall latest-grid">
        <h2 id="latest-title">{latest_heading}</h2>
        {latest_link && (
          <a className="onward latest-all" href={sitePaths.blog}>
            {latest_link}
            <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
          </a>
        )}
        {hasFewPictures(posts, ({ featured_image }) => featured_image) ? (
          <ul className="post-rows latest-rows">
            {posts.map((post) => (
              <PostCard key={post.id} post={post} isRow hidesCategory={hidesCategory} />
            ))}
          </ul>
        ) : (
          <WithPictures first={first} others={others} hidesCategory={hidesCategory} />
        )}
      </div>
    </section>
  );
}

interface WithPicturesProps {
  first: Posts[number];
  others: Posts;
  hidesCategory: boolean;
}

function WithPictures({ first, others, hidesCategory }: WithPicturesProps) {
  const hasPicture = first.featured_image !== null;
  const { lang, dir } = languageAttributes(first);
  return (
    <>
      <article className={hasPicture ? 'latest-first whole-link' : 'latest-first type-card whole-link'}>
        <StoredPicture
          path={first.featured_image}
          picture={first.picture}
          sizes="(min-width: 93rem) 48rem, (min-width: 60rem) 52vw, 88vw"
          name={`post-${first.id}`}
        />
        <PostWords post={first} hidesCategory={hidesCategory} />
        <p lang={lang} dir={dir}>
          {first.excerpt}
        </p>
      </article>
      {others.length > 0 && (
        <ul className="latest-others">
          {others.map((post) => (
            <li key={post.id} className="whole-link">
              <PostWords post={post} hidesCategory={hidesCategory} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function PostWords({ post, hidesCategory }: { post: Posts[number]; hidesCategory: boolean }) {
  const { lang, dir } = languageAttributes(post);
  return (
    <>
      <PostNote post={post} hidesCategory={hidesCategory} />
      <h3 lang={lang} dir={dir}>
        <a href={post.path}>{post.title}</a>
      </h3>
    </>
  );
}
