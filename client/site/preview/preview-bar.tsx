import { useSite } from '../app/site-context.ts';

/** Tells people who opened a link to a draft what they see. */
export function DraftPreviewBanner({ validUntil }: { validUntil: string }) {
  const { words, formats } = useSite();
  return <aside className="preview-bar">{words.preview.notice(formats.day(validUntil))}</aside>;
}
