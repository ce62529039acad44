import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';
import type { ContentsEntry } from './table-of-contents.ts';

interface ContentsProps {
  headings: readonly ContentsEntry[];
  lang: string | undefined;
}

/** The table of contents of a long post. Renders nothing if there are no headings. */
export function TableOfContents({ headings, lang }: ContentsProps) {
  const { texts } = useSiteSettings();
  if (headings.length === 0) return null;
  return (
    <nav className="post-contents" aria-labelledby="post-contents-title">
      <h2 id="post-contents-title">{texts.blog.contents}</h2>
      <ol lang={lang}>
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
  /** The language of the tags. */
  lang: string | undefined;
  neighbours: ApiOutputs['blog']['neighbours'];
}

/**
 * The elements below the text of a post: its tags, a button that copies its address, and links to the
 * previous and the next post.
 */
export function PostEnding({ tags, lang, neighbours: { previous, next } }: PostEndingProps) {
  const { texts } = useSiteSettings();
  return (
    <footer className="post-ending">
      {tags.length > 0 && (
        <ul className="post-tags" aria-label={texts.blog.tags}>
          {tags.map((tag) => (
            <li key={tag} lang={lang}>
              <a className="chip" href={withQuery(sitePaths.blog, { tag })}>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
      <template id="copy-link">
        <p className="copy-link" data-copied={texts.blog.linkCopied}>
          <button type="button" className="button button-quiet button-small">
            {texts.blog.copyLink}
          </button>
          <span role="status" />
        </p>
      </template>
      {(previous || next) && (
        <nav className="post-neighbours" aria-label={texts.blog.otherPosts}>
          {previous && (
            <a href={previous.path} rel="prev">
              <span className="note">{texts.blog.previousPost}</span>
              <LinkedTitle post={previous} />
            </a>
          )}
          {next && (
            <a className="post-next" href={next.path} rel="next">
              <span className="note">{texts.blog.nextPost}</span>
              <LinkedTitle post={next} />
            </a>
          )}
        </nav>
      )}
    </footer>
  );
}

function LinkedTitle({ post }: { post: NonNullable<ApiOutputs['blog']['neighbours']['next']> }) {
  return (
    <strong>
      <bdi lang={post.lang ?? undefined}>{post.title}</bdi>
    </strong>
  );
}
