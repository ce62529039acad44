import { useMemo } from 'react';
import classes from './search-sample.module.css';

/** Previews a page as a search result and as a shared link. */
export function SearchSample({ html }: { html: string }) {
  const { title, description, url, picture, isHidden } = useMemo(() => readHead(html), [html]);
  return (
    <div className={classes.samples}>
      <section className={classes.sample} aria-label="In search results">
        {isHidden ? (
          <p className={classes.text}>Search engines are asked not to list this page.</p>
        ) : (
          <>
            <p className={classes.address}>{url}</p>
            <p className={classes.title}>{title}</p>
            <p className={classes.text}>{description || 'Search engines choose a text from the page.'}</p>
          </>
        )}
      </section>
      <section className={classes.card} aria-label="In shared links">
        {picture && <img src={picture} alt="" />}
        <p className={classes.address}>{url}</p>
        <p className={classes.cardTitle}>{title}</p>
      </section>
    </div>
  );
}

function readHead(html: string) {
  const { head, title } = new DOMParser().parseFromString(html, 'text/html');
  const contentOf = (name: string) =>
    head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? '';
  const canonical = head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
  const picture = contentOf('og:image');
  return {
    title,
    description: contentOf('description'),
    url: canonical.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    // The panel's policy only allows pictures of its own host.
    picture: picture && new URL(picture).pathname,
    isHidden: contentOf('robots').includes('noindex'),
  };
}
