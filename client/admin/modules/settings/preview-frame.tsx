import { useEffect, useRef, useState } from 'react';
import classes from './preview.module.css';

export type PreviewTheme = 'light' | 'dark';

interface PreviewFrameProps {
  /** The document of the page. It has no scripts. */
  html: string;
  path: string;
  theme: PreviewTheme;
  /** The width of the page, in pixels. */
  width: number;
  /** The size that the frame takes on the screen, in pixels. */
  space: { width: number; height: number };
  /** Called with the address of a link that was followed. */
  onPath: (path: string) => void;
}

/** A page in a frame that runs no scripts. A change replaces the content, so that the frame neither flashes nor scrolls. */
export function PreviewFrame({ html, path, theme, width, space, onPath }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(html);
  const [page, setPage] = useState<Document>();
  useEffect(() => {
    if (!page) return;
    replaceContent(page, new DOMParser().parseFromString(html, 'text/html'));
    showTheme(page, theme);
  }, [page, html, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    page?.defaultView?.scrollTo(0, 0);
  }, [page, path]);
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a');
      if (!link) return;
      event.preventDefault();
      const address = link.getAttribute('href') ?? '';
      if (/^\/(?!\/)/.test(address)) onPath(address.replace(/#.*/, ''));
    };
    page?.addEventListener('click', follow);
    return () => page?.removeEventListener('click', follow);
  }, [page, onPath]);
  const scale = Math.min(1, space.width / width);
  return (
    <iframe
      ref={frame}
      title="The page with your changes"
      className={classes.page}
      sandbox="allow-same-origin"
      srcDoc={first}
      onLoad={() => setPage(frame.current?.contentDocument ?? undefined)}
      style={{ width, height: space.height / scale, transform: `scale(${scale})` }}
    />
  );
}

/** The style sheets are compared one by one, because a sheet that is loaded again would leave the page bare for a moment. */
function replaceContent(page: Document, next: Document): void {
  const linksOf = (from: Document) => [
    ...from.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'),
  ];
  const addressOf = (link: HTMLLinkElement) => link.getAttribute('href');
  const [old, current] = [linksOf(page), linksOf(next)];
  const [before, after] = [old.map(addressOf), current.map(addressOf)];
  const gone = old.filter((link) => !after.includes(addressOf(link)));
  const added = current
    .filter((link) => !before.includes(addressOf(link)))
    .map((link) => page.importNode(link));
  page.head.append(...added);
  const removeGone = () => {
    for (const link of gone) link.remove();
  };
  if (added.length === 0) removeGone();
  else for (const link of added) link.addEventListener('load', removeGone, { once: true });
  page.documentElement.lang = next.documentElement.lang;
  page.body.replaceChildren(...[...next.body.childNodes].map((node) => page.importNode(node, true)));
}

/** Pictures have a source for dark systems. In the frame the chosen theme decides, not the system. */
function showTheme(page: Document, theme: PreviewTheme): void {
  page.documentElement.dataset.mantineColorScheme = theme;
  for (const source of page.querySelectorAll('source[media*="prefers-color-scheme: dark"]')) {
    source.setAttribute('media', theme === 'dark' ? 'all' : 'not all');
  }
}
