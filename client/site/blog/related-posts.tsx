import { nameInList } from '../../../src/shared/settings/choices.ts';
import { publicationDateOf } from '../../../src/shared/schedule.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { languageAttributes } from '../components/language-attributes.ts';

interface RelatedPostsProps {
  category: string;
  posts: ApiOutputs['blog']['published']['posts'];
}

/** The compact list of other posts in the same category. */
export function RelatedPosts({ category, posts }: RelatedPostsProps) {
  const { texts, formats, choices } = useSiteSettings();
  const name = nameInList(choices, 'blog_categories', category);
  if (posts.length === 0) return null;
  return (
    <section className="section related" aria-labelledby="related-title">
      <div className="hall">
        <h2 id="related-title">{texts.blog.moreIn(name)}</h2>
        <ul>
          {posts.map((post) => {
            const { lang, dir } = languageAttributes(post);
            return (
              <li key={post.id} className="whole-link">
                <p className="note">
                  <time dateTime={publicationDateOf(post)}>{formats.day(publicationDateOf(post))}</time>
                </p>
                <h3 lang={lang} dir={dir}>
                  <a href={post.path}>{post.title}</a>
                </h3>
                <p className="related-excerpt" lang={lang} dir={dir}>
                  {post.excerpt}
                </p>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
