import { useSite } from '../app/site-context.ts';

/** Tells people who opened a link to a draft that the page is a draft, and how long the link is valid. */
export function DraftPreviewBanner({ validUntil }: { validUntil: string }) {
  const { words, formats } = useSite();
  return <aside className="preview-bar">{words.preview.notice(formats.day(validUntil))}</aside>;
}
