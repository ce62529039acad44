import { toMailto } from '../../../src/shared/account-fields.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { withQuery } from '../app/search-params.ts';
import { useSiteSettings } from '../app/site-context.ts';

const linkPattern = /\{(\w+):([^{}]*)\}/g;

/**
 * A text of the settings with its links. In a link such as `{contact:Write to us}`, `contact` names the
 * target. If the target is unknown, only the words of the link are shown. The same applies to `email` if the
 * company has no email address.
 */
export function LinkedText({ text }: { text: string }) {
  const { company } = useSiteSettings();
  const targets = new Map<string, string>([
    ...Object.entries(sitePaths),
    ['email', company.email && toMailto(company.email)],
    ['internships', withQuery(sitePaths.career, { type: 'Internship' })],
  ]);
  const pieces: (string | { label: string; href: string })[] = [];
  let end = 0;
  for (const { 0: all, 1: name = '', 2: label = '', index } of text.matchAll(linkPattern)) {
    const href = targets.get(name);
    pieces.push(text.slice(end, index), href && label ? { label, href } : label);
    end = index + all.length;
  }
  return [...pieces, text.slice(end)].map((piece) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <a key={piece.href} href={piece.href}>
        {piece.label}
      </a>
    ),
  );
}
