import { useSite } from '../app/site-context.ts';

/** Tells people who opened a link to a draft what they see. */
export function PreviewBar({ validUntil }: { validUntil: string }) {
  const { words, formats } = useSite();
  return (
    <p className="preview-bar" role="note">
      {words.preview.notice(formats.day(validUntil))}
    </p>
  );
}
