import { Text } from '@mantine/core';
import { useMemo } from 'react';
import classes from './search-preview.module.css';

interface SearchPreviewData {
  title: string;
  description: string;
  /** The address of the page, without the protocol. */
  url: string;
  /**
   * The path of the picture on the panel's own host, because the content security policy allows no other host. Empty if
   * there is no picture.
   */
  picture: string;
  isHidden: boolean;
}

/** Shows how a page looks in search results, as a shared link and in a chat. `html` is the rendered page. */
export function SearchPreviewOfHtml({ html }: { html: string }) {
  return <SearchPreview {...useMemo(() => readHead(html), [html])} />;
}

/** Shows how a page looks in search results, as a shared link and in a chat. */
export function SearchPreview({ title, description, url, picture, isHidden }: SearchPreviewData) {
  return (
    <div className={classes.samples}>
      <section className={classes.sample} aria-label="In search results">
        {isHidden ? (
          <Text c="dimmed" fz={14}>
            Search engines are asked not to list this page.
          </Text>
        ) : (
          <>
            <Text c="dimmed" fz="xs">
              {url}
            </Text>
            <p className={classes.title}>{title}</p>
            <Text c="dimmed" fz={14}>
              {description || 'Search engines choose a text from the page.'}
            </Text>
          </>
        )}
      </section>
      <section className={classes.card} aria-label="In shared links">
        {picture && <img src={picture} alt="" />}
        <Text c="dimmed" fz="xs">
          {url}
        </Text>
        <Text fw={600}>{title}</Text>
      </section>
      <section className={classes.chat} aria-label="In a chat">
        <div>
          <Text fw={600}>{title}</Text>
          <Text lineClamp={2} c="dimmed" fz={14}>
            {description}
          </Text>
          <Text c="dimmed" fz="xs">
            {url.split('/')[0]}
          </Text>
        </div>
        {picture && <img src={picture} alt="" />}
      </section>
    </div>
  );
}

function readHead(html: string): SearchPreviewData {
  const { head, title } = new DOMParser().parseFromString(html, 'text/html');
  const contentOf = (name: string) =>
    head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? '';
  const canonical = head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '';
  const picture = contentOf('og:image');
  return {
    title,
    description: contentOf('description'),
    url: canonical.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    picture: picture && new URL(picture).pathname,
    isHidden: contentOf('robots').includes('noindex'),
  };
}
