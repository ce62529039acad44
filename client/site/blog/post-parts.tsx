import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { withQuery } from '../app/search-params.ts';
import { useSite } from '../app/site-context.ts';
import type { Heading } from './contents.ts';

/** Links to the headings of a long post. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const { words } = useSite();
  if (headings.length === 0) return null;
  return (
    <nav className="post-contents" aria-labelledby="post-contents-title">
      <h2 id="post-contents-title">{words.blog.contents}</h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface PostEndingProps {
  tags: readonly string[];
  neighbours: ApiOutputs['blog']['neighbours'];
}

/** What follows the text of a post: its tags, a button that copies its address, and the posts before and after it. */
export function PostEnding({ tags, neighbours: { previous, next } }: PostEndingProps) {
  const { words } = useSite();
  return (
    <footer className="post-ending">
      {tags.length > 0 && (
        <ul className="post-tags" aria-label={words.blog.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <a className="chip" href={withQuery(paths.blog, { tag })}>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
      <template id="copy-link">
        <p className="copy-link" data-copied={words.blog.linkCopied}>
          <button type="button" className="button button-quiet button-small">
            {words.blog.copyLink}
          </button>
          <span role="status" />
        </p>
      </template>
      {(previous || next) && (
        <nav className="post-neighbours" aria-label={words.blog.otherPosts}>
          {previous && (
            <a href={previous.path} rel="prev">
              <span className="note">{words.blog.previousPost}</span>
              <strong>{previous.title}</strong>
            </a>
          )}
          {next && (
            <a className="post-next" href={next.path} rel="next">
              <span className="note">{words.blog.nextPost}</span>
              <strong>{next.title}</strong>
            </a>
          )}
        </nav>
      )}
    </footer>
  );
}
