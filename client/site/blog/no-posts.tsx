import { paths } from '../../shared/site-paths.ts';

/** Nothing to list: says why, and what to do next. */
export function NoPosts({ search }: { search: string }) {
  return (
    <div className="no-posts">
      <p className="lead">
        {search
          ? 'No post has these words in its title or summary. Fewer or other words may find one.'
          : 'Nothing has been published here yet.'}
      </p>
      <a className="button button-quiet" href={paths.blog}>
        Show all posts
      </a>
    </div>
  );
}
