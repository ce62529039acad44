import { useEffect, useRef, useState } from 'react';
import { elementsWithText, fieldPathAt, fieldPathOfPartialText, type ShownText } from './field-of-text.ts';
import classes from './preview.module.css';
import { useIgnoreFileDrops } from './use-ignore-file-drops.ts';

export type PreviewTheme = 'light' | 'dark';

export interface PreviewFrameProps {
  /** Without scripts. */
  html: string;
  path: string;
  theme: PreviewTheme;
  /** Pixels. The page is scaled down to fit `space`. */
  width: number;
  space: { width: number; height: number };
  /** A link to a page of the site was clicked. */
  onPath: (path: string) => void;
  texts: readonly ShownText[];
  /** The page outlines this field's text. */
  focused: string | undefined;
  onText: (path: string) => void;
  /** Texts of other forms. A click on one follows its link, or calls `onElsewhere`. */
  elsewhere?: readonly ShownText[] | undefined;
  onElsewhere?: ((path: string) => void) | undefined;
}

const none: readonly ShownText[] = [];

/** Only the document's content is replaced, so that the frame neither flickers nor scrolls. */
export function PreviewFrame(props: PreviewFrameProps) {
  const {
    html,
    path,
    theme,
    width,
    space,
    onPath,
    texts,
    focused,
    onText,
    elsewhere = none,
    onElsewhere,
  } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const end = useRef<HTMLSpanElement>(null);
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
      const element = event.target as Element;
      const link = element.closest?.('a');
      if (link || element.closest?.('button')) event.preventDefault();
      const node = page?.caretPositionFromPoint?.(event.clientX, event.clientY)?.offsetNode;
      const inside = node?.parentElement === element ? node : undefined;
      const field = fieldPathAt(texts, element, inside);
      if (field) return onText(field);
      const other = link ? undefined : fieldPathAt(elsewhere, element, inside);
      if (other) return onElsewhere?.(other);
      if (!link) {
        const part = fieldPathOfPartialText(texts, element, inside);
        if (part) onText(part);
        return;
      }
      const address = link.getAttribute('href') ?? '';
      if (/^\/(?!\/)/.test(address)) onPath(address.replace(/#.*/, ''));
    };
    page?.addEventListener('click', follow);
    return () => page?.removeEventListener('click', follow);
  }, [page, onPath, texts, onText, elsewhere, onElsewhere]);
  useIgnoreFileDrops(page);
  useOutline(page, { html, texts, focused });
  const scale = Math.min(1, space.width / width);
  return (
    <>
      {/* With this button, keyboard users skip the links of the page. */}
      <button type="button" className={classes.skip} onClick={() => end.current?.focus()}>
        Skip the page
      </button>
      <iframe
        ref={frame}
        title="The page with your changes"
        className={classes.page}
        sandbox="allow-same-origin"
        srcDoc={first}
        onLoad={() => setPage(frame.current?.contentDocument ?? undefined)}
        style={{ width, height: space.height / scale, transform: `scale(${scale})` }}
      />
      <span ref={end} tabIndex={-1} className={classes.end}>
        End of the page
      </span>
    </>
  );
}

interface Outline {
  html: string;
  texts: readonly ShownText[];
  focused: string | undefined;
}

/** Scrolls when the focus moves to another field. */
function useOutline(page: Document | undefined, { html, texts, focused }: Outline): void {
  const scrolledTo = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has other elements
  useEffect(() => {
    if (!page || !focused) return;
    // The path of a list entry, such as `services.0`, outlines all its texts.
    const isIn = ({ path }: ShownText) =>
      path === focused || (/\d$/.test(focused) && path.startsWith(`${focused}.`));
    const outlined = new Set(texts.filter(isIn).map(({ text }) => text));
    const elements = elementsWithText(page, outlined);
    // The content security policy forbids style attributes.
    for (const { style } of elements) {
      style.outline = '3px solid var(--accent)';
      style.outlineOffset = '3px';
    }
    if (scrolledTo.current !== focused) elements[0]?.scrollIntoView({ block: 'nearest' });
    scrolledTo.current = focused;
    return () => {
      for (const { style } of elements) style.outline = '';
    };
  }, [page, html, texts, focused]);
}

/** Keeps style sheets that both have: the page would be unstyled until they load again. */
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

/** Pictures with a dark variant would otherwise follow the operating system. */
function showTheme(page: Document, theme: PreviewTheme): void {
  page.documentElement.dataset.mantineColorScheme = theme;
  for (const source of page.querySelectorAll('source[media*="prefers-color-scheme: dark"]')) {
    source.setAttribute('media', theme === 'dark' ? 'all' : 'not all');
  }
}
