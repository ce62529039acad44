import { sitePaths } from '../../shared/site-paths.ts';
import { withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import { Portrait } from '../components/portrait.tsx';
import type { Author } from './find-author.ts';

/** The author of a post, with a link to the author's posts. */
export function Byline({ author }: { author: Author }) {
  const { texts } = useSiteSettings();
  return (
    <div className="byline">
      <Portrait member={author} sizes="4rem" />
      <p>
        <a
          href={withQuery(sitePaths.blog, { author: author.name })}
          rel="author"
          title={texts.blog.postsBy(author.name)}
        >
          {author.name}
        </a>
        <span>
          <ChoiceName list="team_roles" value={author.role} />
        </span>
      </p>
    </div>
  );
}

/**
 * The card above the list of an author's posts: portrait, name, role, and the topics that people can ask the
 * author about.
 */
export function AuthorCard({ author }: { author: Author }) {
  const { texts } = useSiteSettings();
  return (
    <div className="author-card">
      <Portrait member={author} sizes="10rem" />
      <div>
        <p className="author-name">{author.name}</p>
        <p className="author-role">
          <ChoiceName list="team_roles" value={author.role} />
        </p>
        {author.ask_about && (
          <p>
            {texts.team.askAbout} <bdi>{author.ask_about}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
