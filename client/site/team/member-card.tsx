import IconBrandLinkedin from 'icon:brand-linkedin';
import IconMail from 'icon:mail';
import { useSiteSettings } from '../app/site-context.ts';
import { ChoiceName } from '../components/choice-name.tsx';
import type { RowShare } from '../components/full-rows.ts';
import { statedLanguageAttributes } from '../components/language-attributes.ts';
import { Portrait } from '../components/portrait.tsx';
import type { Member } from '../components/portrait.tsx';

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

interface MemberCardProps {
  member: Member;
  isFirst: boolean;
  /** The share of the row. A member of a list of words alone has none. */
  share: RowShare | undefined;
  /** Whether the card has a portrait, or the initials of the name. */
  hasPortrait: boolean;
}

/** Of a description and of the expertise. A card with more is opened by the visitor. */
const shownLetters = 110;

/** A member of the team. In a list of words, everything is shown; else the rest of a long card is shown when it is opened. */
export function MemberCard({ member, isFirst, share, hasPortrait }: MemberCardProps) {
  const { name, role, description, expertise, ask_about, email, linkedin } = member;
  const { texts } = useSiteSettings();
  const isLong = description.length > shownLetters || expertise.join().length > shownLetters;
  const words = statedLanguageAttributes(member.lang);
  const topics = (
    <ul className="member-expertise" aria-label={texts.team.expertiseOf(name)} {...words}>
      {expertise.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
  return (
    <li className="member" data-share={share}>
      {hasPortrait && (
        <Portrait
          member={member}
          sizes={
            share === 'third'
              ? '(min-width: 60rem) 22vw, (min-width: 40rem) 44vw, 40vw'
              : '(min-width: 40rem) 44vw, 40vw'
          }
          isFirst={isFirst}
        />
      )}
      <div className="member-name">
        <h3>{name}</h3>
        <p className="member-role">
          <ChoiceName list="team_roles" value={role} />
        </p>
        {(email || linkedin) && (
          <ul className="member-links">
            {email && (
              <li>
                <a href={mailLink(email)} aria-label={texts.team.email(name)}>
                  <IconMail {...icon} />
                </a>
              </li>
            )}
            {linkedin && (
              <li>
                <a href={linkedin} rel="noopener" aria-label={texts.team.linkedin(name)}>
                  <IconBrandLinkedin {...icon} />
                </a>
              </li>
            )}
          </ul>
        )}
      </div>
      <div className="member-text">
        {ask_about && (
          <p className="member-ask">
            <span>{texts.team.askAbout}</span> <bdi {...words}>{ask_about}</bdi>
          </p>
        )}
        <p className="member-words" {...words}>
          {description}
        </p>
        {share && isLong ? (
          <details className="member-more">
            <summary>
              {texts.lists.more}
              <span className="visually-hidden">: {name}</span>
            </summary>
            {topics}
          </details>
        ) : (
          topics
        )}
      </div>
    </li>
  );
}

/**
 * Returns a `mailto:` link with a percent-encoded address. Programs that collect addresses do not recognise the encoded
 * address, but mail programs decode it (RFC 6068).
 */
function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encoded(address.slice(0, at))}@${encoded(address.slice(at + 1))}`;
}

function encoded(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
